-- The children that were thawed as part of their parent: created in this system after a check-out that counted a cycle,
-- with the type that the parent had then. Either type may have been corrected since. Other events of the parent also
-- have a type before: that of an undone creation is the type of those children.
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
            and corrected.id > created.id and corrected.action = 'sample.update' and corrected.before ? 'type'
        ),
        parent.type
      )
  )
$$;
