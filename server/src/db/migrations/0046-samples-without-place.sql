-- Which samples are in no cell, in a table of its own, as 0043 has it for the status. An index of `sample` on `is_stored`
-- made every placing and taking out write all indexes of `sample`; without one it writes none of them. Rows are deleted
-- by an array of their numbers: after the table was emptied, the planner may expect no rows in it, and join all with all.
drop index sample_without_place;
create table sample_without_place (number bigint primary key);
insert into sample_without_place select number from sample where not is_stored;

create function list_samples_without_place() returns trigger language plpgsql as $$
begin
  insert into sample_without_place select number from came where not is_stored;
  return null;
end
$$;
create trigger samples_listed_without_place after insert on sample
  referencing new table as came for each statement execute function list_samples_without_place();

create function forget_samples_without_place() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  delete from sample_without_place where number = any(array(select number from went));
  return null;
end
$$;
create trigger samples_forgotten_without_place after delete on sample
  referencing old table as went for each statement execute function forget_samples_without_place();

create or replace function mark_samples_stored() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  with stored as (
    update sample set is_stored = true, archived_at = came.placed_at
    from came where sample.id = came.sample_id
    returning number
  )
  delete from sample_without_place where number = any(array(select number from stored));
  return null;
end
$$;

create or replace function mark_samples_loose() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  with loose as (
    update sample set is_stored = false from went where sample.id = went.sample_id returning number
  )
  insert into sample_without_place select number from loose on conflict do nothing;
  return null;
end
$$;
