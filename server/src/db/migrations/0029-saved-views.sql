-- The list of samples with filters, order and columns, under a name; the name is unique for its owner.
create table saved_view (
  id uuid primary key default gen_random_uuid(),
  owner_id text not null references person,
  name text not null,
  search text not null,
  columns text[],
  is_shared boolean not null,
  saved_at timestamptz not null
);
create unique index saved_view_name_is_unique on saved_view (owner_id, lower(name));
create index saved_view_shared on saved_view (lower(name)) where is_shared;
