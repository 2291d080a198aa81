-- An erasure also takes the ID out of the names that items of pick lists have copied, on closed lists too.
create or replace function refuse_to_change_closed_pick_list_item() returns trigger language plpgsql as $$
declare
  erased pick_list_item := new;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.reason := new.reason;
    erased.sample_name := new.sample_name;
    if new is not distinct from erased and is_erasing() then
      return new;
    end if;
    -- Only the trigger of an event that reserves the sample, or that undoes its pick, says so.
    if new.state = 'wanted' and old.state <> 'wanted' and pg_trigger_depth() < 2 then
      raise exception 'an open pick list wants only samples that are reserved' using errcode = 'LIM14';
    end if;
  end if;
  if exists (select from pick_list where id = new.pick_list_id and closed_at is not null) then
    raise exception 'the pick list is closed' using errcode = 'LIM14';
  end if;
  return new;
end
$$;

-- And it empties the reason of an earlier erasure that names its subject.
create function refuse_to_rewrite_erasures() returns trigger language plpgsql as $$
declare
  erased erasure := old;
begin
  erased.reason := '';
  if new is distinct from erased or not is_erasing() then
    raise exception 'erasure is a record of what happened: it takes no UPDATE' using errcode = 'LIM02';
  end if;
  return new;
end
$$;
drop trigger erasure_is_final on erasure;
create trigger erasure_is_final before delete on erasure
  for each row execute function refuse_to_rewrite_history();
create trigger erasure_is_erased_only before update on erasure
  for each row execute function refuse_to_rewrite_erasures();
