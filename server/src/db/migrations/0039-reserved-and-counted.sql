-- A reserved tube that a stock-take counts as missing is not found on its list, as if the list had reported it. So a list
-- wants only tubes that are reserved: a tube that is found later is free for everybody, also for the list.
create or replace function prepare_custody_event() returns trigger language plpgsql as $$
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
  if new.via = 'count' and new.from_custody = 'RESERVED' then
    select pick_list_id into new.pick_list_id from pick_list_item
      where sample_id = new.sample_id and state = 'wanted';
  end if;
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

create or replace function apply_custody_events_to_pick_lists() returns trigger language plpgsql as $$
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  -- Most events have nothing to do with pick lists.
  if not exists (
    select from happened
    where pick_list_id is not null or 'RESERVED' in (from_custody, to_custody) or undoes is not null
  ) then
    return null;
  end if;
  if exists (
    select from happened e join custody_event undone on undone.id = e.undoes
    where undone.pick_list_id is not null and undone.via not in ('pick', 'count')
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
      case when e.to_custody <> 'MISSING' then '' when e.via = 'count' then 'missing in a stock-take' else e.reason end
        as reason
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
  if exists (
    select from happened e join pick_list_item item on item.sample_id = e.sample_id and item.state = 'wanted'
    where e.from_custody = 'RESERVED'
  ) then
    raise exception 'an open pick list wants only samples that are reserved' using errcode = 'LIM14';
  end if;
  return null;
end
$$;

create or replace function refuse_to_change_closed_pick_list_item() returns trigger language plpgsql as $$
declare
  erased pick_list_item := new;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.reason := new.reason;
    if new is not distinct from erased and is_erasing() then
      return new;
    end if;
    -- Only the trigger of an event that reserves the sample, or that undoes its pick, says so.
    if new.state = 'wanted' and old.state <> 'wanted' and pg_trigger_depth() < 2 then
      raise exception 'an open pick list wants only samples that are reserved' using errcode = 'LIM14';
    end if;
  end if;
  if exists (select from pick_list where id = new.pick_list_id and closed_at is not null) then
    raise exception 'the pick list is closed' using errcode = 'LIM14';
  end if;
  return new;
end
$$;

-- As 0038: planned along the keys. Replacing a function has taken its settings away.
alter function apply_custody_events_to_pick_lists()
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off;

-- Five functions told open pages the same: 0031 has the one that stays.
drop trigger stock_take_is_told on stock_take;
drop trigger stock_take_box_is_told on stock_take_box;
drop trigger box_move_is_told on box_move;
drop trigger box_move_step_is_told on box_move_step;
drop trigger pick_list_notifies on pick_list;
drop trigger pick_list_item_notifies on pick_list_item;
drop trigger temperature_alarm_is_told on temperature_alarm;
drop trigger temperature_limits_are_told on temperature_monitor;
create trigger stock_take_notifies after insert or update on stock_take
  for each statement execute function notify_freezer_work();
create trigger stock_take_box_notifies after update on stock_take_box
  for each statement execute function notify_freezer_work();
create trigger box_move_notifies after insert or update or delete on box_move
  for each statement execute function notify_freezer_work();
create trigger box_move_step_notifies after insert or update or delete on box_move_step
  for each statement execute function notify_freezer_work();
create trigger pick_list_notifies after insert or update on pick_list
  for each statement execute function notify_freezer_work();
create trigger pick_list_item_notifies after insert or update on pick_list_item
  for each statement execute function notify_freezer_work();
create trigger temperature_alarm_notifies after insert or update or delete on temperature_alarm
  for each statement execute function notify_freezer_work();
create trigger temperature_limits_notify
  after update of lower_hundredths, upper_hundredths, minutes_outside, minutes_without_readings on temperature_monitor
  for each statement execute function notify_freezer_work();
drop function notify_stock_takes(), notify_pick_lists(), tell_freezer_work_of_moves(), tell_freezer_work();
