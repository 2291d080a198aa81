-- A wrong receipt or status is undone by an event that reverses it: nothing is erased, and the times come back exactly.
alter table lifecycle_event
  -- The event that this one undoes. No foreign key: a restored backup brings rows in any order.
  add column undoes bigint,
  -- The times of the sample that the event replaced; of an undo, the times that it brings back.
  add column previous_moved_at timestamptz,
  add column previous_reached_at timestamptz,
  -- Null for events from before this migration: their previous times are not known, and they cannot be undone.
  add column knows_previous boolean;
create unique index lifecycle_event_is_undone_once on lifecycle_event (undoes) where undoes is not null;

insert into lifecycle_rule (door, from_status, to_status)
  select distinct 'undo', to_status, from_status from lifecycle_rule;

-- The rows of a week without those that were undone, out of indexes alone.
drop index lifecycle_event_reached;
create index lifecycle_event_reached on lifecycle_event (to_status, at) include (sample_id, id)
  where to_status in ('RECEIVED', 'SEQUENCED') and undoes is null;

create function prepare_lifecycle_event() returns trigger language plpgsql as $$
declare
  moved sample%rowtype;
  undone lifecycle_event%rowtype;
  reached_at timestamptz;
begin
  -- Events that come back with a restored sample are complete.
  if current_setting('lims.restoring', true) = 'on' then
    return new;
  end if;
  select * into moved from sample where id = new.sample_id;
  new.knows_previous := true;
  if new.undoes is null then
    new.previous_moved_at := moved.moved_at;
    new.previous_reached_at := case
      when new.to_status = 'COLLECTED' then moved.collected_at
      when new.to_status = 'RECEIVED' then moved.received_at
      when new.to_status = 'PROCESSED' then moved.processed_at
      when new.to_status in ('QC_PASS', 'QC_FAIL') then moved.qc_at
    end;
    return new;
  end if;

  select * into undone from lifecycle_event where id = new.undoes and sample_id = new.sample_id;
  if undone.id is null or undone.undoes is not null or undone.knows_previous is not true
    or undone.from_status is distinct from new.to_status or undone.to_status is distinct from new.from_status
    or exists (
      select from lifecycle_event later
      where later.sample_id = new.sample_id and later.id > undone.id and later.undoes is null
        and not exists (select from lifecycle_event undo where undo.undoes = later.id)
    )
  then
    raise exception 'an undo reverses the last change of a status' using errcode = 'LIM10';
  end if;
  reached_at := case
    when undone.to_status = 'COLLECTED' then moved.collected_at
    when undone.to_status = 'RECEIVED' then moved.received_at
    when undone.to_status = 'PROCESSED' then moved.processed_at
    when undone.to_status in ('QC_PASS', 'QC_FAIL') then moved.qc_at
  end;
  new.previous_moved_at := undone.previous_moved_at;
  -- A time that somebody has corrected since stays.
  new.previous_reached_at := case when reached_at = undone.at then undone.previous_reached_at else reached_at end;
  return new;
end
$$;
create trigger lifecycle_event_keeps_previous_times before insert on lifecycle_event
  for each row when (new.from_status is not null or new.undoes is not null)
  execute function prepare_lifecycle_event();

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
  where s.id = e.sample_id and s.status = e.from_status and e.from_status is not null;
  get diagnostics moved = row_count;
  if moved <> wanted then
    raise exception 'a sample is not in the status that its event starts from' using errcode = 'LIM01';
  end if;
  return null;
end
$$;
