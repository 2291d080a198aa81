-- Whether a confirmed box had no planned place: its undo leaves it without one again. Null in steps that a server of the
-- version before saves.
alter table box_move_step add column was_unfit boolean default false;
-- °C, of the box when the step was planned; null if unknown.
alter table box_move_step add column temperature_c double precision;
select set_config('lims.audit_check', 'queued', true);
update box_move_step set temperature_c = coalesce(storage_temperature(box_id), storage_temperature(from_storage_id))
where state in ('planned', 'picked-up', 'unfit');

-- The undo of a pick that found a missing tube undoes all that the scan has changed: find, reservation and pick. The tube
-- is missing by the event that has reported it, and its item as it was. No other undo ends a reservation.
create or replace function apply_custody_events_to_pick_lists() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
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
    select from happened e where e.undoes is not null and (
      select undone.pick_list_id is not null and undone.via not in ('pick', 'count')
        and not (undone.via = 'reserve' and coalesce(current_setting('lims.undoes_scan', true) = 'on', false))
      from custody_event undone where undone.id = e.undoes
    )
  ) then
    raise exception 'a pick list reserves and releases its tubes for good' using errcode = 'LIM14';
  end if;
  update pick_list_item item
  set state = change.state, reason = change.reason, changed_at = change.at, changed_by = change.person_id
  from (
    select coalesce(e.pick_list_id, undone.pick_list_id) as pick_list_id, e.sample_id,
      coalesce(missing.at, e.at) as at, coalesce(missing.person_id, e.person_id) as person_id,
      case
        when missing.via is not null then 'not-found'
        when e.to_custody = 'RESERVED' then 'wanted'
        when e.to_custody = 'CHECKED_OUT' then 'picked'
        when e.to_custody = 'MISSING' then 'not-found'
        else 'released'
      end as state,
      case
        when coalesce(missing.via, e.via) = 'count' and (missing.via is not null or e.to_custody = 'MISSING')
          then 'missing in a stock-take'
        when missing.via is not null then missing.reason
        when e.to_custody = 'MISSING' then e.reason
        else ''
      end as reason
    from happened e
    left join custody_event undone on undone.id = e.undoes
    left join custody_event found on found.id = undone.previous_event_id and undone.via = 'reserve'
    left join custody_event missing on missing.id = found.previous_event_id
    where coalesce(e.pick_list_id, undone.pick_list_id) is not null
  ) change
  where item.pick_list_id = change.pick_list_id and item.sample_id = change.sample_id
    and item.state <> change.state;
  if exists (
    select from happened e where e.to_custody = 'RESERVED' and not coalesce(
      (select true from pick_list_item where sample_id = e.sample_id and state = 'wanted'), false
    )
  ) then
    raise exception 'a sample is reserved only for an open pick list' using errcode = 'LIM14';
  end if;
  if exists (
    select from happened e where e.from_custody = 'RESERVED' and (
      select true from pick_list_item where sample_id = e.sample_id and state = 'wanted'
    )
  ) then
    raise exception 'an open pick list wants only samples that are reserved' using errcode = 'LIM14';
  end if;
  return null;
end
$$;

-- Stays name the change that they end the waiting of, also while it holds: the time of a stay is that of its scan, which
-- may have been sent after a change that came later.
update placement_stay stay set put_away_event_id = change.id
from sample, custody_event change
where sample.custody <> 'AVAILABLE' and change.id = sample.custody_event_id and change.ended_put_away
  and stay.sample_id = sample.id and stay.to_at is null and stay.from_at > change.at and not stay.keeps_put_away;

-- The return for which a sample waits to be put away again when this change of custody is undone or released. Null if it
-- did not wait before the change, or has been put into its cell since.
create function return_to_put_away(of_sample uuid, change_id bigint) returns bigint language sql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
  select held_return(of_sample, previous_event_id) from custody_event
  where id = change_id and ended_put_away and not exists (
    select from placement_stay where sample_id = of_sample and put_away_event_id = change_id
  )
$$;

create or replace function keep_put_away() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  delete from put_away where sample_id = any(array(select sample_id from happened where via <> 'return'));
  insert into put_away (sample_id, returned_at, returned_by)
    select e.sample_id, e.at, e.person_id from happened e where e.via = 'return'
    on conflict (sample_id) do update set returned_at = excluded.returned_at, returned_by = excluded.returned_by;
  -- What is undone, or reserved and released without having been picked, waits again, unless a person has put it away.
  -- The changed rows lead, as in 0049.
  insert into put_away (sample_id, returned_at, returned_by)
    select returned.sample_id, returned.at, returned.person_id
    from happened e
    cross join lateral (
      select sample_id, at, person_id from custody_event
      where id = return_to_put_away(e.sample_id, coalesce(e.undoes, e.previous_event_id)) offset 0
    ) returned
    where e.via in ('undo', 'release');
  return null;
end
$$;

create or replace function end_put_away() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  -- Only its record changes, as when an undo restores it.
  if current_setting('lims.keeps_put_away', true) = 'on' then
    return null;
  end if;
  -- The stays began before: triggers fire in the order of their names.
  if exists (select from put_away limit 1) then
    with ended as (
      delete from put_away where sample_id = any(array(select sample_id from happened)) returning sample_id
    )
    update placement_stay
    set put_away_event_id = (select custody_event_id from sample where id = placement_stay.sample_id)
    where to_at is null and sample_id = any(array(select sample_id from ended));
  end if;
  -- Nor does it wait when the change that holds is undone or released.
  update placement_stay
  set put_away_event_id = (select custody_event_id from sample where id = placement_stay.sample_id)
  where to_at is null and sample_id = any(array(
    select sample_id from happened
    cross join lateral (
      select custody_event_id from sample where id = happened.sample_id and custody <> 'AVAILABLE' offset 0
    ) held
    cross join lateral (
      select from custody_event where id = held.custody_event_id and ended_put_away offset 0
    ) change
  ));
  return null;
end
$$;
