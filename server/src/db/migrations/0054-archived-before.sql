-- When a sample was archived before it was placed: the undo of the placing gives that time back. Null also for stays that
-- began before this was noted.
alter table placement_stay add column archived_before timestamptz;

-- As before, and with the archived time, which the trigger placement_marks_samples replaces only after this one.
create or replace function begin_stays() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
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
  insert into placement_stay (storage_id, sample_id, child_storage_id, from_at, archived_before)
  select storage_id, sample_id, child_storage_id, placed_at, (select archived_at from sample where id = sample_id)
  from came
  on conflict do nothing;
  return null;
end
$$;
