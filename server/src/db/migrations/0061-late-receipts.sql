-- A receipt that is sent later has the time of its scan, but changes the sample when it is sent: that was moved back to
-- before later changes.
create or replace function apply_lifecycle_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  wanted bigint;
  moved bigint;
  requested_at timestamptz := nullif(current_setting('lims.requested_at', true), '');
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
  with moved_sample as (
    update sample s
    set status = e.to_status,
        moved_at = case when e.undoes is null then e.at else e.previous_moved_at end,
        collected_at = case when e.reached <> 'COLLECTED' then s.collected_at
          when e.undoes is not null then e.previous_reached_at
          when exists (
            select from lifecycle_event earlier
            where earlier.sample_id = s.id and earlier.to_status = 'COLLECTED' and earlier.at = s.collected_at
          ) then e.at
          else coalesce(s.collected_at, e.at) end,
        received_at = case when e.reached <> 'RECEIVED' then s.received_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        qc_at = case when e.reached not in ('QC_PASS', 'QC_FAIL') then s.qc_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        processed_at = case when e.reached <> 'PROCESSED' then s.processed_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        version = s.version + 1,
        updated_at = greatest(s.updated_at, e.at, requested_at)
    -- The status whose time the event sets, or takes back.
    from (select *, case when undoes is null then to_status else from_status end as reached from happened) e
    where s.id = e.sample_id and s.status = e.from_status and e.from_status is not null
    returning s.number, e.from_status, s.status, s.status_since
  ), listed as (
    update sample_in_status l set status = m.status, since = m.status_since
    from moved_sample m where l.status = m.from_status and l.number = m.number
  )
  select count(*) into moved from moved_sample;
  if moved <> wanted then
    raise exception 'a sample is not in the status that its event starts from' using errcode = 'LIM01';
  end if;
  return null;
end
$$;
