-- Why the file that a scan linked may not be this sample's any more. Such a link is shown and not used.
alter table sample add column bam_doubt text;
-- When a person took a scan's link off: scans give none back until a person enters an address.
alter table sample add column bam_taken_off_at timestamptz;
create index sample_by_bam_path on sample (bam_path) where bam_path is not null;
create index sample_in_doubt on sample (number) where bam_doubt is not null;

create or replace function forget_scanned_bam() returns trigger language plpgsql as $$
begin
  if current_setting('lims.linking', true) is distinct from 'on'
    and (new.bam_file_uri is distinct from old.bam_file_uri or old.bam_doubt is not null) then
    if new.bam_file_uri is not null then
      new.bam_taken_off_at := null;
    elsif old.bam_md5 is not null then
      new.bam_taken_off_at := new.updated_at;
    end if;
    new.bam_path := null;
    new.bam_md5 := null;
    new.bam_size := null;
    new.bam_doubt := null;
  end if;
  return new;
end
$$;

-- Until now only the file remembered it.
select set_config('lims.audit_check', 'queued', true);
update sample set bam_taken_off_at = updated_at
where bam_file_uri is null and exists (
  select from data_file where data_file.sample_id = sample.id and not data_file.needs_match
);

-- A sample that is made further on than UNKNOWN gets the time of its first event, unless it came with one.
create or replace function apply_lifecycle_events() returns trigger language plpgsql as $$
declare
  wanted bigint;
  moved bigint;
begin
  -- Events that come back with a restored sample moved it long ago.
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  select count(*) into wanted from happened where from_status is not null;
  if wanted < (select count(*) from happened) then
    update sample s
    set collected_at = case when e.to_status = 'COLLECTED' then coalesce(s.collected_at, e.at) else s.collected_at end,
        received_at = case when e.to_status = 'RECEIVED' then coalesce(s.received_at, e.at) else s.received_at end,
        qc_at = case when e.to_status in ('QC_PASS', 'QC_FAIL') then coalesce(s.qc_at, e.at) else s.qc_at end,
        processed_at = case when e.to_status = 'PROCESSED' then coalesce(s.processed_at, e.at) else s.processed_at end
    from happened e
    where s.id = e.sample_id and e.from_status is null;
  end if;
  if wanted = 0 then
    return null;
  end if;
  update sample s
  set status = e.to_status,
      moved_at = e.at,
      collected_at = case when e.to_status = 'COLLECTED' then e.at else s.collected_at end,
      received_at = case when e.to_status = 'RECEIVED' then e.at else s.received_at end,
      qc_at = case when e.to_status in ('QC_PASS', 'QC_FAIL') then e.at else s.qc_at end,
      processed_at = case when e.to_status = 'PROCESSED' then e.at else s.processed_at end,
      version = s.version + 1,
      updated_at = e.at
  from happened e
  where s.id = e.sample_id and s.status = e.from_status and e.from_status is not null;
  get diagnostics moved = row_count;
  if moved <> wanted then
    raise exception 'a sample is not in the status that its event starts from' using errcode = 'LIM01';
  end if;
  return null;
end
$$;

-- Those that were made so until now. Their later events have set times of their own.
update sample s
set collected_at = case when e.to_status = 'COLLECTED' then coalesce(s.collected_at, e.at) else s.collected_at end,
    received_at = case when e.to_status = 'RECEIVED' then coalesce(s.received_at, e.at) else s.received_at end,
    qc_at = case when e.to_status in ('QC_PASS', 'QC_FAIL') then coalesce(s.qc_at, e.at) else s.qc_at end,
    processed_at = case when e.to_status = 'PROCESSED' then coalesce(s.processed_at, e.at) else s.processed_at end
from lifecycle_event e
where e.sample_id = s.id and e.from_status is null and e.to_status <> 'UNKNOWN';

-- Whether the same file was imported before.
create index audit_event_of_import on audit_event ((after ->> 'sha256')) where action = 'batch.import';
