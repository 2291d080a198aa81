-- A returned tube that was set to quarantined or missing while it waited to be put away, and is set to available by hand,
-- waits again, as after the undo of that change.
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
  -- What is undone, set to available again, or reserved and released without having been picked, waits again, unless a
  -- person has put it away. The changed rows lead, as in 0049.
  insert into put_away (sample_id, returned_at, returned_by)
    select returned.sample_id, returned.at, returned.person_id
    from happened e
    cross join lateral (
      select sample_id, at, person_id from custody_event
      where id = return_to_put_away(e.sample_id, coalesce(e.undoes, e.previous_event_id)) offset 0
    ) returned
    where e.via in ('undo', 'release')
      or e.via = 'set' and e.from_custody in ('QUARANTINED', 'MISSING') and e.to_custody = 'AVAILABLE';
  return null;
end
$$;
