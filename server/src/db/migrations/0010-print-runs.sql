create table print_run (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid,
  started_at timestamptz not null,
  started_by text not null references person,
  finished_at timestamptz,
  reason text not null default ''
);
-- One unfinished run a batch: two people never print one batch at the same time.
create unique index print_run_one_open_per_batch on print_run (batch_id) where finished_at is null and batch_id is not null;

-- The names stay as they were printed, also when the sample is deleted.
create table print_label (
  run_id uuid not null references print_run,
  place integer not null check (place >= 1),
  sample_id uuid not null,
  sample_name text not null,
  tube_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  reason text not null default '',
  attempts integer not null default 0,
  changed_at timestamptz not null,
  changed_by text not null references person,
  primary key (run_id, place)
);
create index print_label_of_sample on print_label (sample_id, changed_at);
