-- The freeze-thaw cycles of a sample by check-outs of its own.
create function own_thaws(of_sample uuid) returns integer language sql stable as $$
  select count(*)::integer from custody_event own
  where own.sample_id = of_sample and own.thawed and own.undoes is null
    and not exists (select from custody_event undo where undo.undoes = own.id)
$$;

-- The undo of a thaw of its parent could take such a cycle from an aliquot. The guard of the count (0030) is replaced in
-- between, and not disabled, which would lock the table.
create or replace function refuse_custody_without_event() returns trigger language plpgsql as $$
begin
  return new;
end
$$;
select set_config('lims.audit_check', 'queued', true);
update sample set thaw_count = own_thaws(id)
where id in (select sample_id from custody_event where thawed) and thaw_count < own_thaws(id);
create or replace function refuse_custody_without_event() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the custody of a sample changes only through a custody event' using errcode = 'LIM11';
  end if;
  return new;
end
$$;

-- When a check-out was scanned, if that is before `at`: a scan from before the sign-in has the time of its request.
alter table custody_event add column thawed_at timestamptz
  constraint custody_event_is_thawed_before_it_is_recorded check (thawed_at <= at);

-- The children that were thawed as part of their parent: created in this system after a check-out that counted a cycle,
-- with the type that the parent had then. Either type may have been corrected since.
create or replace function children_thawed_with(check_out_id bigint) returns setof uuid language sql stable as $$
  select child.id
  from custody_event check_out
  -- One after the other, along the keys: joined, each check-out of many read half of all samples.
  cross join lateral (select id, type from sample where id = check_out.sample_id offset 0) parent
  cross join lateral (
    select id from sample
    where parent_sample_id = parent.id and created_at > coalesce(check_out.thawed_at, check_out.at) offset 0
  ) child
  where check_out.id = check_out_id and check_out.thawed and exists (
    select from audit_event created
    where created.entity_type = 'sample' and created.entity_id = parent.id::text
      and created.action = 'sample.add-child' and created.after -> 'ids' ? child.id::text
      and created.after ->> 'type' = coalesce(
        (
          select (array_agg(corrected.before ->> 'type' order by corrected.id))[1] from audit_event corrected
          where corrected.entity_type = 'sample' and corrected.entity_id = parent.id::text
            and corrected.id > created.id and corrected.before ? 'type'
        ),
        parent.type
      )
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
        -- Not below none: a cycle may have been taken from an aliquot with that of its parent.
        thaw_count = greatest(0, s.thaw_count + case when not e.thawed then 0 when e.undoes is null then 1 else -1 end),
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
    -- An aliquot keeps its own cycles also if it has missed that of its parent, which is undone now.
    set thaw_count = case thaw.cycles when 1 then child.thaw_count + 1
      else greatest(own_thaws(child.id), child.thaw_count - 1) end
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
