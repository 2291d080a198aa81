-- A placement changes the list of what waits to be put away only if one of its own samples waits: the triggers of the
-- table notify open pages also of a statement that deletes no row.
create or replace function end_put_away() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  -- Only its record changes, as when an undo restores it.
  if current_setting('lims.keeps_put_away', true) = 'on' then
    return null;
  end if;
  -- The stays began before: triggers fire in the order of their names.
  if exists (select from put_away where sample_id = any(array(select sample_id from happened))) then
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
