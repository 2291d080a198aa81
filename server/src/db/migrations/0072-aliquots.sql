-- Whether the sample is an aliquot, with the freeze-thaw cycles of its parent: those that are recorded late, or undone, count
-- for it too. Decided when it is created, also by an import. Null for samples from before this was noted, and for those that
-- a server of the version before creates: the event of their creation says it.
alter table sample add column thaws_with_parent boolean;

create or replace function children_thawed_with(check_out_id bigint) returns setof uuid language sql stable as $$
  select child.id
  from custody_event check_out
  -- One after the other, along the keys: joined, each check-out of many read half of all samples.
  cross join lateral (select id, type from sample where id = check_out.sample_id offset 0) parent
  cross join lateral (
    select id, thaws_with_parent from sample
    where parent_sample_id = parent.id and created_at > coalesce(check_out.thawed_at, check_out.at) offset 0
  ) child
  where check_out.id = check_out_id and check_out.thawed and coalesce(child.thaws_with_parent, exists (
    -- With the type that the parent had then: either type may have been corrected since. Other events of the parent also
    -- have a type before: that of an undone creation is the type of those children.
    select from audit_event created
    where created.entity_type = 'sample' and created.entity_id = parent.id::text
      and created.action = 'sample.add-child' and created.after -> 'ids' ? child.id::text
      and created.after ->> 'type' = coalesce(
        (
          select (array_agg(corrected.before ->> 'type' order by corrected.id))[1] from audit_event corrected
          where corrected.entity_type = 'sample' and corrected.entity_id = parent.id::text
            and corrected.id > created.id and corrected.action = 'sample.update' and corrected.before ? 'type'
        ),
        parent.type
      )
  ))
$$;
