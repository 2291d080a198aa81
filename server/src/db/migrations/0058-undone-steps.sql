-- Whether a confirmed box had no planned place: its undo leaves it without one again.
alter table box_move_step add column was_unfit boolean not null default false;

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
