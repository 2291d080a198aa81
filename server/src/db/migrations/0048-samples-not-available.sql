-- Which samples are not available, in a table of its own, as 0046 has it for those without a place: an index of `sample`
-- on the custody made every check-out and return write all indexes of `sample`.
drop index sample_not_available;
create table sample_not_available (
  custody text not null,
  number bigint not null,
  primary key (custody, number)
);
insert into sample_not_available select custody, number from sample where custody <> 'AVAILABLE';

-- A restored sample comes with its custody.
create function list_samples_not_available() returns trigger language plpgsql as $$
begin
  insert into sample_not_available select custody, number from came where custody <> 'AVAILABLE';
  return null;
end
$$;
create trigger samples_listed_not_available after insert on sample
  referencing new table as came for each statement execute function list_samples_not_available();

create function forget_samples_not_available() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  delete from sample_not_available
  where custody = any(array(select distinct custody from went)) and number = any(array(select number from went));
  return null;
end
$$;
create trigger samples_forgotten_not_available after delete on sample
  referencing old table as went for each statement execute function forget_samples_not_available();

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
  return null;
end
$$;
