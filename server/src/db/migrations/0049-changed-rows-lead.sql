-- A statement that changes many rows runs these functions once, over the rows that it changed. Where a condition of the
-- other table had hardly any row by its statistics, such as events of pick lists in a laboratory that makes its first
-- one, the planner joined from that table and read all changed rows for each of its own: 12,000 tubes took half a
-- minute. A subquery for each changed row, and the changed rows as an array, leave it no choice.
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
      from custody_event undone where undone.id = e.undoes
    )
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
  return null;
end
$$;

create or replace function end_put_away() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  if exists (select from put_away limit 1) then
    delete from put_away where sample_id = any(array(select sample_id from happened));
  end if;
  return null;
end
$$;

create or replace function end_stays() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  update placement_stay set to_at = greatest(from_at, now())
  where to_at is null and sample_id = any(array(select sample_id from went));
  update placement_stay set to_at = greatest(from_at, now())
  where to_at is null and child_storage_id = any(array(select child_storage_id from went));
  return null;
end
$$;
