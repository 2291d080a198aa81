-- A scan of the data repository. `beat_at` is the database's own clock: one that has not moved for a while is of a
-- scan whose server is gone.
create table sync_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  -- Null: it began by the clock.
  started_by text references person,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed', 'stopped')),
  files_expected integer,
  files_processed integer not null default 0,
  samples_linked integer not null default 0,
  beat_at timestamptz not null default clock_timestamp(),
  constraint sync_run_ends_with_an_outcome check ((ended_at is null) = (outcome is null))
);
-- One scan at a time, over all servers.
create unique index sync_run_one_at_a_time on sync_run ((true)) where ended_at is null;

-- What scans could not use, until a scan no longer finds it. Paths can be longer than an index takes.
create table sync_error (
  kind text not null check (kind in ('scan', 'tree', 'dvc-file', 'file', 'match')),
  dvc_path text not null,
  path text not null,
  message text not null,
  at timestamptz not null,
  run_id bigint not null,
  key text not null generated always as (
    md5(length(dvc_path) || ' ' || length(path) || kind || dvc_path || path || message)
  ) stored primary key
);
create index sync_error_by_time on sync_error (at desc);
create index sync_error_of_file on sync_error (dvc_path, path);

-- The DVC files as they were when last read: what has the same signature need not be read again.
create table dvc_file (
  path text primary key,
  signature text not null,
  run_id bigint not null
);

-- The BAM files that they name.
create table data_file (
  dvc_path text not null,
  path text not null,
  md5 text not null,
  size bigint,
  uri text not null,
  -- How DVC laid it out: its cache of version 2 or 3, and the remote if it has one of its own.
  layout smallint not null,
  remote text,
  -- Where its content was found, and the signature it had; empty when it is not on this machine.
  object text not null,
  header text not null check (header in ('read', 'absent', 'unusable')),
  sample_names text[] not null,
  run_id bigint not null,
  is_gone boolean not null default false,
  -- Read anew since it was matched.
  needs_match boolean not null default true,
  fits uuid,
  -- The sample that a scan linked it to. A person may since have taken the link off, and then it stays off.
  sample_id uuid references sample on delete set null,
  primary key (dvc_path, path)
);
create index data_file_of_sample on data_file (sample_id) where sample_id is not null;
create index data_file_fitting on data_file (fits) where fits is not null;
create index data_file_by_path on data_file (path);
create index data_file_by_uri on data_file (uri);
create index data_file_unsettled on data_file (dvc_path, path) where needs_match or sample_id is null;

-- What DVC says of the file behind bam_file_uri. All are null when a person entered the address.
alter table sample
  add column bam_path text,
  add column bam_md5 text,
  add column bam_size bigint;
create index sample_by_name on sample (upper(name));

-- An address entered by hand is not the file that a scan found.
create function forget_scanned_bam() returns trigger language plpgsql as $$
begin
  if new.bam_file_uri is distinct from old.bam_file_uri
    and current_setting('lims.linking', true) is distinct from 'on' then
    new.bam_path := null;
    new.bam_md5 := null;
    new.bam_size := null;
  end if;
  return new;
end
$$;
create trigger sample_forgets_scanned_bam before update of bam_file_uri on sample
  for each row execute function forget_scanned_bam();

create function tell_sync() returns trigger language plpgsql as $$
begin
  perform tell_live('{"sync": true}');
  return null;
end
$$;
create trigger sync_run_is_told after insert or update on sync_run
  for each statement execute function tell_sync();
