-- How many children of each type a sample ever had: the next one's number, which no deletion frees.
alter table sample add column child_counts jsonb not null default '{}';

-- What a deletion took, row by row as it was, so that undo brings back the same records.
create table deletion (
  id uuid primary key default gen_random_uuid(),
  entity_type text not null,
  entity_id text not null,
  deleted_at timestamptz not null,
  deleted_by text not null references person,
  undone_at timestamptz,
  undone_by text references person
);

create table deleted_row (
  deletion_id uuid not null references deletion,
  place bigint generated always as identity,
  table_name text not null,
  content jsonb not null,
  primary key (deletion_id, place)
);
