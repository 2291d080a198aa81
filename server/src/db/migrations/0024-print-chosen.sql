-- A run of chosen samples has no batch on whose page it could be resumed. A person has at most one unfinished one, and
-- finds it at the next print of chosen samples. A run of a single sample ends with its label.
alter table print_run add column is_of_chosen boolean not null default false;
create unique index print_run_one_open_of_chosen on print_run (started_by) where finished_at is null and is_of_chosen;
