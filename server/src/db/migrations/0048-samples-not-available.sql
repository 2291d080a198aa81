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
  delete from sample_not_available listed using went
  where listed.custody = went.custody and listed.number = went.number;
  return null;
end
$$;
create trigger samples_forgotten_not_available after delete on sample
  referencing old table as went for each statement execute function forget_samples_not_available();

create or replace function apply_custody_events() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  changed bigint;
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  with changed_sample as (
    update sample s
    set custody = e.to_custody,
        custody_event_id = case when e.undoes is null then e.id else undone.previous_event_id end,
        thaw_count = s.thaw_count + case when not e.thawed then 0 when e.undoes is null then 1 else -1 end,
        is_stored = s.is_stored and e.to_custody not in ('DEPLETED', 'DISPOSED')
    from happened e left join custody_event undone on undone.id = e.undoes
    where s.id = e.sample_id and s.custody = e.from_custody
    returning s.number, e.from_custody, s.custody
  ), left_custody as (
    delete from sample_not_available listed using changed_sample c
    where listed.custody = c.from_custody and listed.number = c.number
  ), came_to_custody as (
    insert into sample_not_available select custody, number from changed_sample where custody <> 'AVAILABLE'
  )
  select count(*) into changed from changed_sample;
  if changed <> (select count(*) from happened) then
    raise exception 'the custody of a sample is not what its event starts from' using errcode = 'LIM11';
  end if;
  delete from placement p using happened e
  where p.sample_id = e.sample_id and e.to_custody in ('DEPLETED', 'DISPOSED');
  return null;
end
$$;
