-- Tubes that are reserved for a person and a purpose, and what became of each.
create table pick_list (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  purpose text not null default '',
  person_id text not null references person,
  created_at timestamptz not null,
  created_by text not null references person,
  expected_return_at timestamptz,
  thawed boolean not null default false,
  closed_at timestamptz,
  closed_by text references person,
  constraint pick_list_is_closed_by_somebody check ((closed_at is null) = (closed_by is null))
);
create index pick_list_open on pick_list (created_at desc) where closed_at is null;
create index pick_list_closed on pick_list (closed_at desc) where closed_at is not null;

-- The names stay as they were, also when the sample is deleted.
create table pick_list_item (
  pick_list_id uuid not null references pick_list,
  sample_id uuid not null,
  sample_name text not null,
  tube_id text not null,
  state text not null check (state in ('wanted', 'picked', 'not-found', 'released', 'left-out')),
  reason text not null default '',
  changed_at timestamptz not null,
  changed_by text not null references person,
  primary key (pick_list_id, sample_id)
);
-- Only open lists want tubes: see the triggers below.
create unique index pick_list_item_is_wanted_once on pick_list_item (sample_id) where state = 'wanted';
create index pick_list_item_of_sample on pick_list_item (sample_id);

create function refuse_to_delete_pick_list() returns trigger language plpgsql as $$
begin
  raise exception '% is a record of what happened: it takes no DELETE', tg_table_name using errcode = 'LIM02';
end
$$;

create function refuse_to_change_closed_pick_list() returns trigger language plpgsql as $$
declare
  erased pick_list := old;
begin
  erased.name := new.name;
  erased.purpose := new.purpose;
  if new is not distinct from erased and is_erasing() then
    return new;
  end if;
  if old.closed_at is not null then
    raise exception 'the pick list is closed' using errcode = 'LIM14';
  end if;
  if new.closed_at is not null and exists (
    select from pick_list_item where pick_list_id = new.id and state = 'wanted'
  ) then
    raise exception 'a closed pick list wants no tubes' using errcode = 'LIM14';
  end if;
  return new;
end
$$;
create trigger pick_list_is_closed_once before update on pick_list
  for each row execute function refuse_to_change_closed_pick_list();
create trigger pick_list_is_kept before delete on pick_list
  for each row execute function refuse_to_delete_pick_list();

create function refuse_to_change_closed_pick_list_item() returns trigger language plpgsql as $$
declare
  erased pick_list_item := new;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.reason := new.reason;
    if new is not distinct from erased and is_erasing() then
      return new;
    end if;
  end if;
  if exists (select from pick_list where id = new.pick_list_id and closed_at is not null) then
    raise exception 'the pick list is closed' using errcode = 'LIM14';
  end if;
  return new;
end
$$;
create trigger pick_list_item_of_open_list before insert or update on pick_list_item
  for each row execute function refuse_to_change_closed_pick_list_item();
create trigger pick_list_item_is_kept before delete on pick_list_item
  for each row execute function refuse_to_delete_pick_list();

-- A tube is reserved only while an open list wants it, and what happens to it by a list, or is undone, changes its item.
create function apply_custody_events_to_pick_lists() returns trigger language plpgsql as $$
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  -- Most events have nothing to do with pick lists.
  if not exists (
    select from happened where pick_list_id is not null or to_custody = 'RESERVED' or undoes is not null
  ) then
    return null;
  end if;
  if exists (
    select from happened e join custody_event undone on undone.id = e.undoes
    where undone.pick_list_id is not null and undone.via <> 'pick'
  ) then
    raise exception 'a pick list reserves and releases its tubes for good' using errcode = 'LIM14';
  end if;
  update pick_list_item item
  set state = change.state, reason = change.reason, changed_at = change.at, changed_by = change.person_id
  from (
    select coalesce(e.pick_list_id, undone.pick_list_id) as pick_list_id, e.sample_id, e.at, e.person_id,
      case e.to_custody
        when 'RESERVED' then 'wanted'
        when 'CHECKED_OUT' then 'picked'
        when 'MISSING' then 'not-found'
        else 'released'
      end as state,
      case when e.to_custody = 'MISSING' then e.reason else '' end as reason
    from happened e left join custody_event undone on undone.id = e.undoes
    where coalesce(e.pick_list_id, undone.pick_list_id) is not null
  ) change
  where item.pick_list_id = change.pick_list_id and item.sample_id = change.sample_id
    and item.state <> change.state;
  if exists (
    select from happened e where e.to_custody = 'RESERVED'
      and not exists (select from pick_list_item where sample_id = e.sample_id and state = 'wanted')
  ) then
    raise exception 'a sample is reserved only for an open pick list' using errcode = 'LIM14';
  end if;
  return null;
end
$$;
-- After the trigger that changes the sample: triggers fire in the order of their names.
create trigger custody_event_changes_the_sample_of_a_pick_list after insert on custody_event
  referencing new table as happened for each statement execute function apply_custody_events_to_pick_lists();

-- A reserved sample that is restored after its list was closed is reserved for nobody.
create function release_restored_sample() returns trigger language plpgsql as $$
begin
  -- Waits for somebody who is just closing the list.
  perform from pick_list where id in (
    select pick_list_id from pick_list_item where sample_id = new.id and state = 'wanted'
  ) for share;
  if not exists (select from pick_list_item where sample_id = new.id and state = 'wanted') then
    new.custody := 'AVAILABLE';
  end if;
  return new;
end
$$;
create trigger restored_sample_is_reserved_for_a_list before insert on sample
  for each row when (new.custody = 'RESERVED') execute function release_restored_sample();

create function notify_pick_lists() returns trigger language plpgsql as $$
begin
  perform pg_notify('lims_live', '{"freezerWork": true}');
  return null;
end
$$;
create trigger pick_list_notifies after insert or update on pick_list
  for each statement execute function notify_pick_lists();
create trigger pick_list_item_notifies after insert or update on pick_list_item
  for each statement execute function notify_pick_lists();

create constraint trigger pick_list_needs_audit_event after insert or update or delete on pick_list
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
create constraint trigger pick_list_item_needs_audit_event after insert or update or delete on pick_list_item
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
