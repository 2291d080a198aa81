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

-- How many tubes stand in each box, so that a freezer is summed up box by box and not tube by tube.
-- A count is the sum over its slots, as in sample_count.
create table storage_load (
  storage_id integer not null references storage on delete cascade,
  slot integer not null,
  tubes integer not null,
  primary key (storage_id, slot)
);
insert into storage_load
select storage_id, 0, count(*) from placement where sample_id is not null group by storage_id;

create function load_tubes_in() returns trigger language plpgsql as $$
begin
  insert into storage_load as loaded
  select storage_id, sample_count_slot(), count(*) from came where sample_id is not null
  group by storage_id order by storage_id
  on conflict (storage_id, slot) do update set tubes = loaded.tubes + excluded.tubes;
  return null;
end
$$;
create function load_tubes_out() returns trigger language plpgsql as $$
begin
  insert into storage_load as loaded
  select storage_id, sample_count_slot(), -count(*) from went where sample_id is not null
  group by storage_id order by storage_id
  on conflict (storage_id, slot) do update set tubes = loaded.tubes + excluded.tubes;
  return null;
end
$$;
create function load_tubes_moved() returns trigger language plpgsql as $$
begin
  insert into storage_load as loaded
  select storage_id, sample_count_slot(), sum(step) from (
    select storage_id, -1 as step from went where sample_id is not null
    union all
    select storage_id, 1 from came where sample_id is not null
  ) steps
  group by storage_id having sum(step) <> 0 order by storage_id
  on conflict (storage_id, slot) do update set tubes = loaded.tubes + excluded.tubes;
  return null;
end
$$;
create trigger tubes_loaded_in after insert on placement
  referencing new table as came for each statement execute function load_tubes_in();
create trigger tubes_loaded_out after delete on placement
  referencing old table as went for each statement execute function load_tubes_out();
create trigger tubes_loaded_moved after update on placement
  referencing old table as went new table as came for each statement execute function load_tubes_moved();
