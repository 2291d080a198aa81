-- When, and by whom, a sample was last put into a cell by a person, also where only its record was moved after that, as by a
-- merge of boxes or an undo. Null also for stays that began before this was noted.
alter table placement_stay add column last_placed_at timestamptz;
alter table placement_stay add column last_placed_by text;

create or replace function begin_stays() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  changed_at timestamptz;
begin
  if current_setting('lims.restoring', true) = 'on' then
    -- A deleted record that is restored to its cell was there all the time.
    update placement_stay set to_at = null where id = any(array(
      select (
        select max(past.id) from placement_stay past
        where past.sample_id = came.sample_id and past.storage_id = came.storage_id and past.from_at = came.placed_at
      ) from came where came.sample_id is not null
      union all
      select (
        select max(past.id) from placement_stay past
        where past.child_storage_id = came.child_storage_id and past.storage_id = came.storage_id
          and past.from_at = came.placed_at
      ) from came where came.child_storage_id is not null
    ));
  else
    -- A move frees the cell at the time of the database and takes the next one at the time of the request, which is the
    -- same for all rows of a statement.
    for changed_at in select distinct placed_at from came loop
      update placement_stay set to_at = greatest(from_at, changed_at) where id = any(array(
        select past.id from came cross join lateral (
          select id from placement_stay stay
          where stay.sample_id = came.sample_id and (stay.to_at is null or stay.to_at > changed_at)
            and not (stay.to_at is null and stay.storage_id = came.storage_id)
          offset 0
        ) past where came.placed_at = changed_at and came.sample_id is not null
        union all
        select past.id from came cross join lateral (
          select id from placement_stay stay
          where stay.child_storage_id = came.child_storage_id and (stay.to_at is null or stay.to_at > changed_at)
            and not (stay.to_at is null and stay.storage_id = came.storage_id)
          offset 0
        ) past where came.placed_at = changed_at and came.child_storage_id is not null
      ));
    end loop;
  end if;
  insert into placement_stay (storage_id, sample_id, child_storage_id, from_at, archived_before, keeps_put_away,
    last_placed_at, last_placed_by)
  select storage_id, sample_id, child_storage_id, placed_at, (select archived_at from sample where id = sample_id), keeps,
    case when keeps then past.last_placed_at else placed_at end,
    case when keeps then past.last_placed_by else placed_by end
  from came
  cross join (select coalesce(current_setting('lims.keeps_put_away', true) = 'on', false) as keeps) setting
  left join lateral (
    select last_placed_at, last_placed_by
    from (select * from placement_stay stay where keeps and stay.sample_id = came.sample_id offset 0) earlier
    order by id desc limit 1
  ) past on true
  on conflict do nothing;
  return null;
end
$$;
