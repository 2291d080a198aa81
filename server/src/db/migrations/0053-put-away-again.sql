-- What has taken a returned tube off the list of what has to be put away, so that its undo lists it again.

-- Whether the sample waited to be put away before this change.
alter table custody_event add column ended_put_away boolean not null default false;
update deleted_row set content = content || '{"ended_put_away": false}' where table_name = 'custody_event';
-- The last change of custody of the sample that waited to be put away until it was placed here.
alter table placement_stay add column put_away_event_id bigint;
-- Whether only its record was placed here, as by an undo or a merge of boxes: the sample waits as before.
alter table placement_stay add column keeps_put_away boolean not null default false;

-- As far as it can be known of the changes that hold: nobody has put away or placed the tube after its return.
select set_config('lims.audit_check', 'queued', true);
alter table custody_event disable trigger custody_event_is_erased_only;
update custody_event change set ended_put_away = true
from sample, custody_event returned
where sample.custody <> 'AVAILABLE' and change.id = sample.custody_event_id
  and returned.id = change.previous_event_id and returned.via = 'return'
  and not exists (
    select from audit_event event where event.entity_type = 'sample' and event.entity_id = sample.id::text
      and event.action = 'custody.put-away' and event.at >= returned.at
  )
  and not exists (
    select from placement_stay stay where stay.sample_id = sample.id and stay.from_at >= returned.at
  );
alter table custody_event enable trigger custody_event_is_erased_only;

create or replace function prepare_custody_event() returns trigger language plpgsql
  -- Planned along the keys: tables such as put_away are empty at one time and have thousands of rows at another.
  set enable_seqscan = off
as $$
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
  new.ended_put_away := exists (select from put_away where sample_id = new.sample_id);
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

-- The return, or find, that holds after a change of custody: reserving a sample and releasing it leave the return as it is.
create function held_return(of_sample uuid, until_event bigint) returns bigint language sql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
  select max(id) from custody_event returned
  where sample_id = of_sample and id <= until_event and via in ('return', 'find')
    and not exists (select from custody_event undo where undo.undoes = returned.id)
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
  -- What is undone, or reserved and released without having been picked, waits again, unless a person has placed it. The
  -- changed rows lead, as in 0049.
  insert into put_away (sample_id, returned_at, returned_by)
    select returned.sample_id, returned.at, returned.person_id
    from happened e
    cross join lateral (
      select previous_event_id, ended_put_away, at from custody_event
      where id = coalesce(e.undoes, e.previous_event_id) offset 0
    ) reversed
    cross join lateral (
      select sample_id, at, person_id from custody_event
      where id = held_return(e.sample_id, reversed.previous_event_id) offset 0
    ) returned
    where e.via in ('undo', 'release') and reversed.ended_put_away and not exists (
      select from placement_stay stay
      where stay.sample_id = e.sample_id and stay.from_at > reversed.at and stay.from_at < e.at
        and not stay.keeps_put_away
    );
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
  if exists (select from put_away limit 1) then
    -- The stays began before: triggers fire in the order of their names.
    with ended as (
      delete from put_away where sample_id = any(array(select sample_id from happened)) returning sample_id
    )
    update placement_stay
    set put_away_event_id = (select custody_event_id from sample where id = placement_stay.sample_id)
    where to_at is null and sample_id = any(array(select sample_id from ended));
  end if;
  return null;
end
$$;
