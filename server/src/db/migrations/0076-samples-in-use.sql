-- Which of the listed samples are in use: neither depleted nor disposed of. What looks for samples that somebody can do
-- something for then reads none of those that were used up in former years. The indexes on the status stay two, so that
-- a change of status writes as many as before.

-- A server of the version before may go on: its changes of custody end before, or begin after. Locks the tables in the same
-- order as those changes.
lock table custody_event, sample in share row exclusive mode;

create function is_in_use(custody text) returns boolean language sql immutable
  as $$ select custody not in ('DEPLETED', 'DISPOSED') $$;

alter table sample_in_status add column is_in_use boolean not null default true;
drop index sample_in_status_since;
update sample_in_status listed set is_in_use = false
from sample_not_available gone join sample using (number)
where not is_in_use(gone.custody) and listed.status = sample.status and listed.number = sample.number;
create index sample_in_status_since on sample_in_status (status, is_in_use, since);

alter table sample_without_place add column is_in_use boolean not null default true;
update sample_without_place set is_in_use = false
where number in (select number from sample_not_available where not is_in_use(custody));
create index sample_without_place_in_use on sample_without_place (number) where is_in_use;

create or replace function list_samples_in_status() returns trigger language plpgsql as $$
begin
  insert into sample_in_status (status, number, since, is_in_use)
    select status, number, status_since, is_in_use(custody) from came;
  return null;
end
$$;

create or replace function list_samples_without_place() returns trigger language plpgsql as $$
begin
  insert into sample_without_place (number, is_in_use) select number, is_in_use(custody) from came where not is_stored;
  return null;
end
$$;

create or replace function mark_samples_loose() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  with loose as (
    update sample set is_stored = false from went where sample.id = went.sample_id returning number, custody
  )
  insert into sample_without_place (number, is_in_use) select number, is_in_use(custody) from loose
  on conflict do nothing;
  return null;
end
$$;

create or replace function apply_custody_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  changed bigint[];
  -- Those that the events take out of use or bring back into it, and the statuses that they have.
  crossed bigint[];
  crossed_statuses text[];
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
        is_stored = s.is_stored and is_in_use(e.to_custody)
    from happened e
    where s.id = e.sample_id and s.custody = e.from_custody
    returning s.number, s.status, is_in_use(e.from_custody) <> is_in_use(e.to_custody) as has_crossed
  )
  select coalesce(array_agg(number), '{}'), array_agg(number) filter (where has_crossed),
    array_agg(status) filter (where has_crossed)
  into changed, crossed, crossed_statuses from changed_sample;
  if cardinality(changed) <> (select count(*) from happened) then
    raise exception 'the custody of a sample is not what its event starts from' using errcode = 'LIM11';
  end if;
  delete from sample_not_available
  where custody = any(array(select distinct from_custody from happened)) and number = any(changed);
  insert into sample_not_available select custody, number from sample
  where number = any(changed) and custody <> 'AVAILABLE';
  -- In statements of their own, which see the status that others have set while the first one waited for a sample.
  if crossed is not null then
    -- Joined: of `status = any(…)`, the planner reads all samples of a status that has none in its statistics.
    update sample_in_status listed set is_in_use = not is_in_use
    from unnest(crossed, crossed_statuses) one (number, status)
    where listed.status = one.status and listed.number = one.number;
    update sample_without_place set is_in_use = not is_in_use where number = any(crossed);
  end if;
  delete from placement p using happened e where p.sample_id = e.sample_id and not is_in_use(e.to_custody);
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
