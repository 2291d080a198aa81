-- Readings of loggers, in hundredths of a degree Celsius: integers compare exactly. No foreign key to the storage: its
-- readings outlive its deletion, which can be undone, and ids of storages are never used twice.
create table temperature_reading (
  storage_id integer not null,
  hundredths smallint not null check (hundredths between -27315 and 20000),
  -- By the limits that were in force when it was stored, or that a person has applied to it since.
  is_outside boolean not null,
  at timestamptz not null,
  primary key (storage_id, at)
);

-- One row for each storage that has readings or limits of its own. Its lock makes one writer at a time.
create table temperature_monitor (
  storage_id integer primary key,
  -- Null: 10 °C below or above the nominal temperature.
  lower_hundredths smallint check (lower_hundredths between -27315 and 20000),
  upper_hundredths smallint check (upper_hundredths between -27315 and 20000),
  minutes_outside integer not null default 10 check (minutes_outside between 0 and 1440),
  minutes_without_readings integer not null default 30 check (minutes_without_readings between 1 and 10080),
  version integer not null default 1,
  -- The latest reading; null before the first.
  last_at timestamptz,
  last_hundredths smallint,
  last_is_outside boolean,
  constraint temperature_limits_are_in_order check (lower_hundredths < upper_hundredths),
  constraint temperature_last_reading_is_whole
    check (num_nonnulls(last_at, last_hundredths, last_is_outside) in (0, 3))
);

-- Excursions ('outside') and gaps between readings ('no-readings'), as computed from the readings.
create table temperature_alarm (
  id bigint generated always as identity primary key,
  storage_id integer not null,
  kind text not null check (kind in ('outside', 'no-readings')),
  began_at timestamptz not null,
  -- Null while it goes on.
  ended_at timestamptz check (ended_at > began_at),
  lowest smallint,
  highest smallint,
  acknowledged_at timestamptz,
  acknowledged_by text references person,
  note text not null default '',
  -- Late readings or new limits have shown that it was none; kept because a person has acknowledged it.
  is_withdrawn boolean not null default false,
  constraint temperature_excursion_has_extremes check ((kind = 'outside') = (num_nonnulls(lowest, highest) = 2)),
  constraint temperature_acknowledgement_is_whole check (num_nonnulls(acknowledged_at, acknowledged_by) in (0, 2))
);
create unique index temperature_alarm_begins_once on temperature_alarm (storage_id, kind, began_at)
  where not is_withdrawn;
create index temperature_alarm_to_see on temperature_alarm (storage_id)
  where not is_withdrawn and (ended_at is null or acknowledged_at is null);

-- Which content stood in which storage, and when: cells know only what stands there now.
create table placement_stay (
  id bigint generated always as identity primary key,
  storage_id integer not null,
  sample_id uuid,
  child_storage_id integer,
  from_at timestamptz not null,
  -- Null: until now.
  to_at timestamptz check (to_at >= from_at)
);
create index placement_stay_of_sample on placement_stay (sample_id) where sample_id is not null;
create index placement_stay_of_storage on placement_stay (child_storage_id) where child_storage_id is not null;
create unique index placement_stay_is_one_of_sample on placement_stay (sample_id)
  where to_at is null and sample_id is not null;
create unique index placement_stay_is_one_of_storage on placement_stay (child_storage_id)
  where to_at is null and child_storage_id is not null;
insert into placement_stay (storage_id, sample_id, child_storage_id, from_at)
  select storage_id, sample_id, child_storage_id, placed_at from placement;

-- Samples and storages apart, so that each statement finds its rows by an index.
create function begin_stays() returns trigger language plpgsql as $$
begin
  if current_setting('lims.restoring', true) = 'on' then
    -- A deleted record that is restored to its cell was there all the time.
    update placement_stay stay set to_at = null where id in (
      select max(past.id) from came join placement_stay past on past.sample_id = came.sample_id
      where past.storage_id = came.storage_id and past.from_at = came.placed_at group by past.sample_id
    );
    update placement_stay stay set to_at = null where id in (
      select max(past.id) from came join placement_stay past on past.child_storage_id = came.child_storage_id
      where past.storage_id = came.storage_id and past.from_at = came.placed_at group by past.child_storage_id
    );
  else
    -- A move frees the cell at the time of the database and takes the next one at the time of the request.
    update placement_stay past set to_at = greatest(past.from_at, came.placed_at) from came
    where past.sample_id = came.sample_id and (past.to_at is null or past.to_at > came.placed_at)
      and not (past.to_at is null and past.storage_id = came.storage_id);
    update placement_stay past set to_at = greatest(past.from_at, came.placed_at) from came
    where past.child_storage_id = came.child_storage_id and (past.to_at is null or past.to_at > came.placed_at)
      and not (past.to_at is null and past.storage_id = came.storage_id);
  end if;
  insert into placement_stay (storage_id, sample_id, child_storage_id, from_at)
  select storage_id, sample_id, child_storage_id, placed_at from came
  on conflict do nothing;
  return null;
end
$$;
create trigger placement_begins_stays after insert on placement
  referencing new table as came for each statement execute function begin_stays();
create trigger placement_moves_stays after update on placement
  referencing new table as came for each statement execute function begin_stays();

create function end_stays() returns trigger language plpgsql as $$
begin
  update placement_stay stay set to_at = greatest(stay.from_at, now()) from went
  where stay.sample_id = went.sample_id and stay.to_at is null;
  update placement_stay stay set to_at = greatest(stay.from_at, now()) from went
  where stay.child_storage_id = went.child_storage_id and stay.to_at is null;
  return null;
end
$$;
create trigger placement_ends_stays after delete on placement
  referencing old table as went for each statement execute function end_stays();

create function tell_freezer_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('lims_live', '{"freezerWork": true}');
  return null;
end
$$;
create trigger temperature_alarm_is_told after insert or delete or update on temperature_alarm
  for each statement execute function tell_freezer_work();
create trigger temperature_limits_are_told
  after update of lower_hundredths, upper_hundredths, minutes_outside, minutes_without_readings
  on temperature_monitor for each statement execute function tell_freezer_work();

create constraint trigger temperature_acknowledgement_needs_audit_event after update of acknowledged_at
  on temperature_alarm deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
create constraint trigger temperature_limits_need_audit_event
  after update of lower_hundredths, upper_hundredths, minutes_outside, minutes_without_readings
  on temperature_monitor deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
