-- When the last event moved a sample; null while it is where it began.
alter table sample add column moved_at timestamptz;
update sample set moved_at = moved.at
from (
  select distinct on (sample_id) sample_id, at from lifecycle_event
  where from_status is not null order by sample_id, id desc
) moved
where moved.sample_id = sample.id;
alter table sample add column status_since timestamptz not null
  generated always as (coalesce(moved_at, created_at)) stored;

-- What waits longest in a status, and how many have just come to it, out of the index alone.
create index sample_waiting on sample (status, status_since);

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

-- Receipts and sequencings of a week, and whose they were.
create index lifecycle_event_reached on lifecycle_event (to_status, at) include (sample_id)
  where to_status in ('RECEIVED', 'SEQUENCED');
