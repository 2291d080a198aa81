create table storage (
  id integer generated always as identity primary key,
  alias text not null check (alias <> ''),
  type text not null check (type in ('UNKNOWN', 'FREEZER', 'SHELF', 'DRAWER', 'RACK', 'BOX')),
  number_rows integer not null check (number_rows >= 1 and number_rows <= 50),
  number_columns integer not null check (number_columns >= 1 and number_columns <= 50),
  row_prefix text not null default '1' check (row_prefix ~ '^([A-Z]{1,2}|[0-9]{1,4})$'),
  column_prefix text not null default 'A' check (column_prefix ~ '^([A-Z]{1,2}|[0-9]{1,4})$'),
  metadata jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text not null references person,
  updated_at timestamptz not null
);
create index storage_by_name on storage (lower(alias), id);
create index storage_search on storage using gin (lower(alias) gin_trgm_ops);

-- One truth about where a thing is: one cell holds one content, and a content stands in one cell.
create table placement (
  storage_id integer not null references storage,
  row_coordinate integer not null check (row_coordinate >= 1),
  column_coordinate integer not null check (column_coordinate >= 1),
  sample_id uuid references sample,
  child_storage_id integer references storage,
  placed_at timestamptz not null,
  placed_by text not null references person,
  constraint placement_one_content_per_cell primary key (storage_id, row_coordinate, column_coordinate),
  constraint placement_one_cell_per_sample unique (sample_id),
  constraint placement_one_cell_per_storage unique (child_storage_id),
  constraint placement_has_one_content check (num_nonnulls(sample_id, child_storage_id) = 1)
);

-- Whether a sample stands in a cell, beside the sample so that those without a place are found at once.
alter table sample add column is_stored boolean not null default false;
create index sample_without_place on sample (number) where not is_stored;

-- Deeper nesting than ten levels is a mistake, not a freezer.
create function storage_may_hold(holder text, content text) returns boolean language sql immutable as $$
  select case holder
    when 'FREEZER' then content in ('SHELF', 'DRAWER', 'RACK', 'BOX')
    when 'SHELF' then content in ('RACK', 'BOX', 'DRAWER')
    when 'DRAWER' then content in ('RACK', 'BOX')
    when 'RACK' then content in ('RACK', 'BOX')
    when 'BOX' then content = 'SAMPLE'
    else false
  end
$$;

-- Shares the storage's row, so that it cannot shrink or change its type meanwhile.
create function check_placement() returns trigger language plpgsql as $$
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
  if new.row_coordinate > holder.number_rows or new.column_coordinate > holder.number_columns then
    raise exception 'the cell is outside the grid' using errcode = 'LIM03';
  end if;
  if new.child_storage_id is not null then
    select type into content from storage where id = new.child_storage_id for share;
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
create trigger placement_is_possible before insert or update on placement
  for each row execute function check_placement();

create function mark_samples_stored() returns trigger language plpgsql as $$
begin
  update sample set is_stored = true, archived_at = came.placed_at
  from came where sample.id = came.sample_id;
  return null;
end
$$;
create trigger placement_marks_samples after insert on placement
  referencing new table as came for each statement execute function mark_samples_stored();

create function mark_samples_loose() returns trigger language plpgsql as $$
begin
  update sample set is_stored = false from went where sample.id = went.sample_id;
  return null;
end
$$;
create trigger placement_frees_samples after delete on placement
  referencing old table as went for each statement execute function mark_samples_loose();

-- A grid never shrinks below what it holds, and a type never changes to one that may not hold it.
create function check_storage_change() returns trigger language plpgsql as $$
begin
  if exists (select from placement where storage_id = new.id
    and (row_coordinate > new.number_rows or column_coordinate > new.number_columns)) then
    raise exception 'the grid would be smaller than what it holds' using errcode = 'LIM07';
  end if;
  if new.type <> old.type and (
    exists (select from placement p left join storage s on s.id = p.child_storage_id
      where p.storage_id = new.id and not storage_may_hold(new.type, coalesce(s.type, 'SAMPLE')))
    or exists (select from placement p join storage s on s.id = p.storage_id
      where p.child_storage_id = new.id and not storage_may_hold(s.type, new.type))
  ) then
    raise exception 'what it holds, or what holds it, forbids this type' using errcode = 'LIM04';
  end if;
  return new;
end
$$;
create trigger storage_keeps_its_contents before update of number_rows, number_columns, type on storage
  for each row execute function check_storage_change();
