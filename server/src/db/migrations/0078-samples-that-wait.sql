-- Which samples wait in their status: those in use, except children before RECEIVED, for a child does not have to arrive
-- and may be kept for years. 'Longest waiting' counted and listed them. `is_in_use` of `sample_in_status` becomes `waits`
-- (0076 is of the same version), and `sample_count` says it too, so that those that wait are counted without reading the
-- samples. The hourly fold of counts by a server of the version before is refused until it is replaced, and changes nothing.

-- Changes of that server end before, or begin after; one that has inserted samples and not yet their events is repeated.
lock table custody_event, lifecycle_event, sample in share row exclusive mode;

create function sample_waits(custody text, status text, parent_sample_id uuid) returns boolean language sql immutable
  as $$ select is_in_use(custody) and (parent_sample_id is null or status not in ('UNKNOWN', 'COLLECTED')) $$;

alter table sample_in_status rename column is_in_use to waits;
update sample_in_status listed set waits = false
from sample
where sample.parent_sample_id is not null and sample.status in ('UNKNOWN', 'COLLECTED')
  and listed.status = sample.status and listed.number = sample.number and listed.waits;

-- No default: what counts without it is refused.
alter table sample_count add column waits boolean;
delete from sample_count;
alter table sample_count alter column waits set not null;
alter table sample_count drop constraint sample_count_pkey,
  add primary key (batch_id, status, type, site_id, waits, slot);
insert into sample_count (batch_id, status, type, site_id, waits, slot, samples)
select batch_id, status, type, coalesce(site_id, ''), sample_waits(custody, status, parent_sample_id), 0, count(*)
from sample group by 1, 2, 3, 4, 5;

create or replace function count_samples_in() returns trigger language plpgsql as $$
begin
  insert into sample_count as counted (batch_id, status, type, site_id, waits, slot, samples)
  select batch_id, status, type, coalesce(site_id, ''), sample_waits(custody, status, parent_sample_id),
    sample_count_slot(), count(*)
  from came group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (batch_id, status, type, site_id, waits, slot) do update set samples = counted.samples + excluded.samples;
  return null;
end
$$;

create or replace function count_samples_out() returns trigger language plpgsql as $$
begin
  insert into sample_count as counted (batch_id, status, type, site_id, waits, slot, samples)
  select batch_id, status, type, coalesce(site_id, ''), sample_waits(custody, status, parent_sample_id),
    sample_count_slot(), -count(*)
  from went group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (batch_id, status, type, site_id, waits, slot) do update set samples = counted.samples + excluded.samples;
  return null;
end
$$;

-- Both sides in one statement and in one order, so that two writers never wait for each other in a ring.
create or replace function count_samples_moved() returns trigger language plpgsql as $$
begin
  insert into sample_count as counted (batch_id, status, type, site_id, waits, slot, samples)
  select batch_id, status, type, site_id, waits, sample_count_slot(), sum(step) from (
    select batch_id, status, type, coalesce(site_id, '') as site_id,
      sample_waits(custody, status, parent_sample_id) as waits, -1 as step
    from went
    union all
    select batch_id, status, type, coalesce(site_id, ''), sample_waits(custody, status, parent_sample_id), 1 from came
  ) steps
  group by 1, 2, 3, 4, 5 having sum(step) <> 0 order by 1, 2, 3, 4, 5
  on conflict (batch_id, status, type, site_id, waits, slot) do update set samples = counted.samples + excluded.samples;
  return null;
end
$$;

create or replace function list_samples_in_status() returns trigger language plpgsql as $$
begin
  insert into sample_in_status (status, number, since, waits)
    select status, number, status_since, sample_waits(custody, status, parent_sample_id) from came;
  return null;
end
$$;

create or replace function apply_lifecycle_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  wanted bigint;
  moved bigint;
  requested_at timestamptz := nullif(current_setting('lims.requested_at', true), '');
begin
  -- Events that come back with a restored sample moved it long ago.
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  select count(*) into wanted from happened where from_status is not null;
  if wanted < (select count(*) from happened) then
    update sample s
    set collected_at = case when e.to_status = 'COLLECTED' then coalesce(s.collected_at, e.at) else s.collected_at end,
        received_at = case when e.to_status = 'RECEIVED' then coalesce(s.received_at, e.at) else s.received_at end,
        qc_at = case when e.to_status in ('QC_PASS', 'QC_FAIL') then coalesce(s.qc_at, e.at) else s.qc_at end,
        processed_at = case when e.to_status = 'PROCESSED' then coalesce(s.processed_at, e.at) else s.processed_at end
    from happened e
    where s.id = e.sample_id and e.from_status is null;
  end if;
  if wanted = 0 then
    return null;
  end if;
  with moved_sample as (
    update sample s
    set status = e.to_status,
        moved_at = case when e.undoes is null then e.at else e.previous_moved_at end,
        collected_at = case when e.reached <> 'COLLECTED' then s.collected_at
          when e.undoes is not null then e.previous_reached_at
          when exists (
            select from lifecycle_event earlier
            where earlier.sample_id = s.id and earlier.to_status = 'COLLECTED' and earlier.at = s.collected_at
          ) then e.at
          else coalesce(s.collected_at, e.at) end,
        received_at = case when e.reached <> 'RECEIVED' then s.received_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        qc_at = case when e.reached not in ('QC_PASS', 'QC_FAIL') then s.qc_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        processed_at = case when e.reached <> 'PROCESSED' then s.processed_at
          when e.undoes is null then e.at else e.previous_reached_at end,
        version = s.version + 1,
        updated_at = greatest(s.updated_at, e.at, requested_at)
    -- The status whose time the event sets, or takes back.
    from (select *, case when undoes is null then to_status else from_status end as reached from happened) e
    where s.id = e.sample_id and s.status = e.from_status and e.from_status is not null
    returning s.number, e.from_status, s.status, s.status_since,
      sample_waits(s.custody, s.status, s.parent_sample_id) as waits
  ), listed as (
    update sample_in_status l set status = m.status, since = m.status_since, waits = m.waits
    from moved_sample m where l.status = m.from_status and l.number = m.number
  )
  select count(*) into moved from moved_sample;
  if moved <> wanted then
    raise exception 'a sample is not in the status that its event starts from' using errcode = 'LIM01';
  end if;
  return null;
end
$$;

create or replace function apply_custody_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  changed bigint[];
  -- Those that the events take out of use or bring back into it.
  crossed bigint[];
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
    returning s.number, is_in_use(e.from_custody) <> is_in_use(e.to_custody) as has_crossed
  )
  select coalesce(array_agg(number), '{}'), array_agg(number) filter (where has_crossed)
  into changed, crossed from changed_sample;
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
    update sample_in_status listed set waits = sample_waits(sample.custody, sample.status, sample.parent_sample_id)
    from unnest(crossed) one (number) join sample using (number)
    where listed.status = sample.status and listed.number = sample.number;
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
