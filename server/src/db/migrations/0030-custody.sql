-- Whether a sample can be taken: a second axis beside its status. As with the lifecycle, the event is the change.
create table custody_rule (
  via text not null,
  from_custody text not null,
  to_custody text not null,
  primary key (via, from_custody, to_custody)
);
insert into custody_rule values
  ('set', 'AVAILABLE', 'MISSING'),
  ('set', 'AVAILABLE', 'QUARANTINED'),
  ('set', 'AVAILABLE', 'DEPLETED'),
  ('set', 'AVAILABLE', 'DISPOSED'),
  ('set', 'CHECKED_OUT', 'MISSING'),
  ('set', 'CHECKED_OUT', 'QUARANTINED'),
  ('set', 'CHECKED_OUT', 'DEPLETED'),
  ('set', 'CHECKED_OUT', 'DISPOSED'),
  ('set', 'MISSING', 'AVAILABLE'),
  ('set', 'MISSING', 'QUARANTINED'),
  ('set', 'MISSING', 'DEPLETED'),
  ('set', 'MISSING', 'DISPOSED'),
  ('set', 'QUARANTINED', 'AVAILABLE'),
  ('set', 'QUARANTINED', 'MISSING'),
  ('set', 'QUARANTINED', 'DEPLETED'),
  ('set', 'QUARANTINED', 'DISPOSED'),
  ('set', 'DEPLETED', 'AVAILABLE'),
  ('set', 'DEPLETED', 'DISPOSED'),
  ('check-out', 'AVAILABLE', 'CHECKED_OUT'),
  ('return', 'CHECKED_OUT', 'AVAILABLE'),
  ('find', 'MISSING', 'AVAILABLE'),
  ('reserve', 'AVAILABLE', 'RESERVED'),
  ('release', 'RESERVED', 'AVAILABLE'),
  ('pick', 'RESERVED', 'CHECKED_OUT'),
  ('pick', 'RESERVED', 'MISSING'),
  ('count', 'AVAILABLE', 'MISSING'),
  ('count', 'RESERVED', 'MISSING'),
  ('count', 'QUARANTINED', 'MISSING'),
  ('count', 'CHECKED_OUT', 'AVAILABLE'),
  ('count', 'MISSING', 'AVAILABLE'),
  ('count', 'DEPLETED', 'AVAILABLE'),
  ('count', 'DISPOSED', 'AVAILABLE');
insert into custody_rule select distinct 'undo', to_custody, from_custody from custody_rule;

alter table sample
  add column custody text not null default 'AVAILABLE',
  -- The last event that was not undone. No foreign key: a restored backup brings rows in any order.
  add column custody_event_id bigint,
  add column thaw_count integer not null default 0 check (thaw_count >= 0),
  add constraint sample_custody_is_known check (
    custody in ('AVAILABLE', 'RESERVED', 'CHECKED_OUT', 'MISSING', 'QUARANTINED', 'DEPLETED', 'DISPOSED')
  ),
  add constraint sample_out_of_use_has_no_place check (not (is_stored and custody in ('DEPLETED', 'DISPOSED')));
create index sample_not_available on sample (custody, number) where custody <> 'AVAILABLE';
update deleted_row set content = content || '{"custody": "AVAILABLE", "thaw_count": 0}' where table_name = 'sample';

-- °C. A storage without one has that of the storage around it.
alter table storage add column nominal_temperature_c double precision
  check (nominal_temperature_c between -273.15 and 100);

create function storage_temperature(of_storage integer) returns double precision language sql stable as $$
  with recursive up (id, steps) as (
    select of_storage, 0
    union all
    select placement.storage_id, steps + 1 from up join placement on placement.child_storage_id = up.id
    where steps < 10
  )
  select nominal_temperature_c from up join storage on storage.id = up.id
  where nominal_temperature_c is not null order by steps limit 1
$$;

create table custody_event (
  id bigint generated always as identity primary key,
  sample_id uuid not null references sample on delete cascade,
  via text not null,
  from_custody text not null,
  to_custody text not null,
  at timestamptz not null,
  person_id text not null references person,
  reason text not null default '',
  purpose text not null default '',
  expected_return_at timestamptz,
  -- Whether it counts a freeze-thaw cycle.
  thawed boolean not null default false,
  pick_list_id uuid,
  undoes bigint,
  previous_event_id bigint,
  -- The cell of the sample when the change was made, also if the change freed it.
  storage_id integer,
  row_coordinate integer,
  column_coordinate integer,
  constraint custody_event_obeys_the_table
    foreign key (via, from_custody, to_custody) references custody_rule (via, from_custody, to_custody),
  constraint custody_event_has_an_end_only_of_check_outs
    check (to_custody = 'CHECKED_OUT' or (expected_return_at is null and not thawed) or undoes is not null)
);
create index custody_event_of_sample on custody_event (sample_id, id);
create unique index custody_event_is_undone_once on custody_event (undoes) where undoes is not null;

create function prepare_custody_event() returns trigger language plpgsql as $$
declare
  changed sample%rowtype;
  undone custody_event%rowtype;
begin
  -- Events that come back with a restored sample are complete.
  if current_setting('lims.restoring', true) = 'on' then
    return new;
  end if;
  -- Not a constraint: an erasure empties the reason.
  if new.via = 'set' and new.reason = '' then
    raise exception 'a change of custody by hand needs a reason' using errcode = 'LIM11';
  end if;
  select * into changed from sample where id = new.sample_id;
  select storage_id, row_coordinate, column_coordinate
    into new.storage_id, new.row_coordinate, new.column_coordinate
    from placement where sample_id = new.sample_id;
  new.previous_event_id := changed.custody_event_id;
  if (new.via = 'undo') <> (new.undoes is not null) then
    raise exception 'an undo names the event that it reverses' using errcode = 'LIM10';
  end if;
  if new.undoes is null then
    return new;
  end if;
  select * into undone from custody_event where id = new.undoes and sample_id = new.sample_id;
  if undone.id is null or undone.id is distinct from changed.custody_event_id
    or undone.from_custody <> new.to_custody or undone.to_custody <> new.from_custody
  then
    raise exception 'an undo reverses the last change of custody' using errcode = 'LIM10';
  end if;
  new.thawed := undone.thawed;
  return new;
end
$$;
create trigger custody_event_keeps_the_place before insert on custody_event
  for each row execute function prepare_custody_event();

-- Custody changes only because an event says so, and only from what the event starts from. A sample that is depleted
-- or disposed of leaves its cell.
create function apply_custody_events() returns trigger language plpgsql as $$
declare
  changed bigint;
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  update sample s
  set custody = e.to_custody,
      custody_event_id = case when e.undoes is null then e.id else undone.previous_event_id end,
      thaw_count = s.thaw_count + case when not e.thawed then 0 when e.undoes is null then 1 else -1 end,
      is_stored = s.is_stored and e.to_custody not in ('DEPLETED', 'DISPOSED')
  from happened e left join custody_event undone on undone.id = e.undoes
  where s.id = e.sample_id and s.custody = e.from_custody;
  get diagnostics changed = row_count;
  if changed <> (select count(*) from happened) then
    raise exception 'the custody of a sample is not what its event starts from' using errcode = 'LIM11';
  end if;
  delete from placement p using happened e
  where p.sample_id = e.sample_id and e.to_custody in ('DEPLETED', 'DISPOSED');
  return null;
end
$$;
create trigger custody_event_changes_the_sample after insert on custody_event
  referencing new table as happened for each statement execute function apply_custody_events();

create function refuse_custody_without_event() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the custody of a sample changes only through a custody event' using errcode = 'LIM11';
  end if;
  return new;
end
$$;
create trigger sample_custody_needs_an_event before update of custody, custody_event_id, thaw_count on sample
  for each row when (
    old.custody <> new.custody or old.thaw_count <> new.thaw_count
    or old.custody_event_id is distinct from new.custody_event_id
  )
  execute function refuse_custody_without_event();

-- An erasure empties what people have written; nothing else changes, and events go only with their sample.
create function refuse_to_rewrite_custody() returns trigger language plpgsql as $$
declare
  erased custody_event := old;
begin
  erased.reason := case when old.reason = '' then '' else new.reason end;
  erased.purpose := case when old.purpose = '' then '' else new.purpose end;
  if new is distinct from erased or not is_erasing() then
    raise exception 'custody_event is a record of what happened: it takes no UPDATE' using errcode = 'LIM02';
  end if;
  return new;
end
$$;
create trigger custody_event_is_erased_only before update on custody_event
  for each row execute function refuse_to_rewrite_custody();
create trigger custody_event_is_kept before delete on custody_event
  for each row execute function refuse_to_forget_events();

create constraint trigger custody_event_needs_audit_event after insert or update or delete on custody_event
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
