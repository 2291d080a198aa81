-- A sample that is restored after its pick list was closed became available without an event. Now the undo of the deletion
-- releases it by one, and the database refuses the undo otherwise.
drop trigger restored_sample_is_reserved_for_a_list on sample;
drop function release_restored_sample();

create function refuse_reservation_without_list() returns trigger language plpgsql as $$
begin
  if exists (select from sample where id = new.id and custody = 'RESERVED')
    and not exists (select from pick_list_item where sample_id = new.id and state = 'wanted')
  then
    raise exception 'a sample is reserved only for an open pick list' using errcode = 'LIM14';
  end if;
  return null;
end
$$;
create constraint trigger restored_sample_is_reserved_for_a_list after insert on sample
  deferrable initially deferred
  for each row when (new.custody = 'RESERVED') execute function refuse_reservation_without_list();
