-- Which samples are in each status, and since when: what `sample` says, in a table of its own. An index of `sample` on
-- the status made every change of a status write all indexes of `sample`; without one it writes none of them.
create table sample_in_status (
  status text not null,
  number bigint not null,
  since timestamptz not null,
  primary key (status, number)
);

insert into sample_in_status select status, number, status_since from sample;
-- What waits longest in a status, and how many have just come to it, out of the index alone.
create index sample_in_status_since on sample_in_status (status, since);
drop index sample_by_status;
drop index sample_waiting;
-- Room for the new version of a changed row beside the former one, where no index has to be written.
alter table sample set (fillfactor = 90);

create function list_samples_in_status() returns trigger language plpgsql as $$
begin
  insert into sample_in_status select status, number, status_since from came;
  return null;
end
$$;
create trigger samples_listed_in_status after insert on sample
  referencing new table as came for each statement execute function list_samples_in_status();

create function forget_samples_in_status() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  delete from sample_in_status listed using went where listed.status = went.status and listed.number = went.number;
  return null;
end
$$;
create trigger samples_forgotten_in_status after delete on sample
  referencing old table as went for each statement execute function forget_samples_in_status();

-- The status and the time that it holds since change only together with `sample_in_status`.
drop trigger sample_status_needs_an_event on sample;
create trigger sample_status_needs_an_event before update of status, moved_at, created_at on sample
  for each row when (
    (old.status, old.moved_at, old.created_at) is distinct from (new.status, new.moved_at, new.created_at)
  )
  execute function refuse_status_without_event();

create or replace function apply_lifecycle_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
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
  with moved_sample as (
    update sample s
    set status = e.to_status,
        moved_at = case when e.undoes is null then e.at else e.previous_moved_at end,
        collected_at = case when e.reached <> 'COLLECTED' then s.collected_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        received_at = case when e.reached <> 'RECEIVED' then s.received_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        qc_at = case when e.reached not in ('QC_PASS', 'QC_FAIL') then s.qc_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        processed_at = case when e.reached <> 'PROCESSED' then s.processed_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        version = s.version + 1,
        updated_at = e.at
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
