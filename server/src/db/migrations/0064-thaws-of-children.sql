-- An aliquot begins with the freeze-thaw cycles of its parent, copied when it is created. The copy missed the cycle of a
-- check-out that was scanned before and sent later, and kept that of a check-out that was undone after.

-- The children that were thawed as part of their parent: created in this system after a check-out that counted a cycle.
create function children_thawed_with(check_out_id bigint) returns setof uuid language sql stable as $$
  select child.id
  from custody_event check_out
  -- One after the other, along the keys: joined, each check-out of many read half of all samples.
  cross join lateral (select id, type from sample where id = check_out.sample_id offset 0) parent
  cross join lateral (
    select id from sample
    where parent_sample_id = parent.id and type = parent.type and created_at > check_out.at offset 0
  ) child
  where check_out.id = check_out_id and check_out.thawed and exists (
    select from audit_event created
    where created.entity_type = 'sample' and created.entity_id = parent.id::text
      and created.action = 'sample.add-child' and created.after -> 'ids' ? child.id::text
  )
$$;

create or replace function apply_custody_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  changed bigint[];
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  -- A subquery for each undo instead of a join: with statistics of an empty `custody_event`, the planner joined all events
  -- with all samples, 20,000 x 20,000.
  with changed_sample as (
    update sample s
    set custody = e.to_custody,
        custody_event_id = case when e.undoes is null then e.id
          else (select undone.previous_event_id from custody_event undone where undone.id = e.undoes) end,
        thaw_count = s.thaw_count + case when not e.thawed then 0 when e.undoes is null then 1 else -1 end,
        is_stored = s.is_stored and e.to_custody not in ('DEPLETED', 'DISPOSED')
    from happened e
    where s.id = e.sample_id and s.custody = e.from_custody
    returning s.number
  )
  select coalesce(array_agg(number), '{}') into changed from changed_sample;
  if cardinality(changed) <> (select count(*) from happened) then
    raise exception 'the custody of a sample is not what its event starts from' using errcode = 'LIM11';
  end if;
  delete from sample_not_available
  where custody = any(array(select distinct from_custody from happened)) and number = any(changed);
  insert into sample_not_available select custody, number from sample
  where number = any(changed) and custody <> 'AVAILABLE';
  delete from placement p using happened e
  where p.sample_id = e.sample_id and e.to_custody in ('DEPLETED', 'DISPOSED');
  if exists (select from happened where thawed) then
    update sample child
    -- Not below none: a child of before this migration may have missed the cycle that is undone now.
    set thaw_count = greatest(0, child.thaw_count + thaw.cycles)
    from (
      select child_id, case when e.undoes is null then 1 else -1 end as cycles
      from happened e cross join lateral children_thawed_with(coalesce(e.undoes, e.id)) child_id
      where e.thawed
    ) thaw
    where child.id = thaw.child_id;
  end if;
  return null;
end
$$;
