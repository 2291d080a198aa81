-- Two people who change the types of a storage and of what it holds at the same moment do so one after the other: each
-- would have been judged by the former type of the other. `perform` before the look: it then sees what has committed.
create or replace function check_storage_change() returns trigger language plpgsql as $$
begin
  if exists (select from placement where storage_id = new.id
    and (row_coordinate > new.number_rows or column_coordinate > new.number_columns)) then
    raise exception 'the grid would be smaller than what it holds' using errcode = 'LIM07';
  end if;
  if new.type = old.type then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('storage tree'));
  if exists (select from placement p left join storage s on s.id = p.child_storage_id
      where p.storage_id = new.id and not storage_may_hold(new.type, coalesce(s.type, 'SAMPLE')))
    or exists (select from placement p join storage s on s.id = p.storage_id
      where p.child_storage_id = new.id and not storage_may_hold(s.type, new.type)) then
    raise exception 'what it holds, or what holds it, forbids this type' using errcode = 'LIM04';
  end if;
  return new;
end
$$;
