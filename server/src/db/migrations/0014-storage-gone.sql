-- A storage that has been deleted meanwhile is told from one that holds other things.
-- Shares the storage's row, so that it cannot shrink or change its type meanwhile.
create or replace function check_placement() returns trigger language plpgsql as $$
declare
  holder storage;
  content text := 'SAMPLE';
  above integer := new.storage_id;
  levels integer := 1;
  below integer;
begin
  if new.child_storage_id is not null then
    perform pg_advisory_xact_lock(hashtext('storage tree'));
  end if;
  select * into holder from storage where id = new.storage_id for share;
  if not found then
    raise exception 'the storage is gone' using errcode = 'LIM08';
  end if;
  if new.row_coordinate > holder.number_rows or new.column_coordinate > holder.number_columns then
    raise exception 'the cell is outside the grid' using errcode = 'LIM03';
  end if;
  if new.child_storage_id is not null then
    select type into content from storage where id = new.child_storage_id for share;
    if not found then
      raise exception 'the storage is gone' using errcode = 'LIM08';
    end if;
  end if;
  if not storage_may_hold(holder.type, content) then
    raise exception 'a % does not hold a %', holder.type, content using errcode = 'LIM04';
  end if;
  if new.child_storage_id is null then
    return new;
  end if;

  while above is not null loop
    if above = new.child_storage_id then
      raise exception 'a storage cannot stand in itself' using errcode = 'LIM05';
    end if;
    levels := levels + 1;
    select storage_id into above from placement where child_storage_id = above;
  end loop;
  with recursive inside as (
    select new.child_storage_id as id, 1 as level
    union all
    select p.child_storage_id, inside.level + 1 from inside join placement p on p.storage_id = inside.id
    where p.child_storage_id is not null and inside.level <= 10
  )
  select max(level) into below from inside;
  if levels - 1 + below > 10 then
    raise exception 'the storage tree is at most 10 levels deep' using errcode = 'LIM06';
  end if;
  return new;
end
$$;
