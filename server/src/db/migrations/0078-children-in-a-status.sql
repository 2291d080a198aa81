-- Which of the listed samples are children: a child is made in the laboratory, and does not wait to arrive, so that what
-- waits longest is found without reading those that nobody has processed. The indexes stay two, as in 0076.

-- Waits for registrations of a server of the version before, whose children would be listed as tubes.
lock table sample in share row exclusive mode;

alter table sample_in_status add column is_child boolean not null default false;
drop index sample_in_status_since;
update sample_in_status listed set is_child = true from sample
where sample.parent_sample_id is not null and listed.status = sample.status and listed.number = sample.number;
create index sample_in_status_since on sample_in_status (status, is_child, is_in_use, since);

create or replace function list_samples_in_status() returns trigger language plpgsql as $$
begin
  insert into sample_in_status (status, number, since, is_in_use, is_child)
    select status, number, status_since, is_in_use(custody), parent_sample_id is not null from came;
  return null;
end
$$;
