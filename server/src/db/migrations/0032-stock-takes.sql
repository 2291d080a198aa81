-- Counting what stands in the boxes of a storage. Storages and samples are named without foreign keys: a stock-take is a
-- record of what was found, and outlives them.
create table stock_take (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity,
  storage_id integer not null,
  storage_name text not null,
  state text not null default 'open' check (state in ('open', 'applied', 'cancelled')),
  started_at timestamptz not null,
  started_by text not null references person,
  closed_at timestamptz,
  closed_by text references person,
  constraint stock_take_is_closed_by_someone
    check ((state = 'open') = (closed_at is null) and (closed_at is null) = (closed_by is null))
);
create index stock_take_in_order on stock_take ((state <> 'open'), number desc);

create table stock_take_box (
  stock_take_id uuid not null references stock_take,
  storage_id integer not null,
  -- The order of the boxes in the picture.
  place integer not null,
  alias text not null,
  -- The storages between the counted storage and the box.
  path text not null,
  is_open boolean not null default true,
  -- The time of the first scan; what changed in the box later is not judged as missing.
  begun_at timestamptz,
  counted_at timestamptz,
  counted_by text references person,
  finished_at timestamptz,
  finished_by text references person,
  is_empty boolean not null default false,
  -- The tubes that should have been there when it was finished.
  expected integer,
  primary key (stock_take_id, storage_id),
  constraint stock_take_box_is_finished_by_someone
    check ((finished_at is null) = (finished_by is null) and (finished_at is null) = (expected is null))
);
create unique index stock_take_box_is_counted_once on stock_take_box (storage_id) where is_open;

-- The result of each tube: one row a tube, replaced by a later scan.
create table stock_take_tube (
  id bigint generated always as identity primary key,
  stock_take_id uuid not null references stock_take,
  -- The id of the sample, or an unknown code in capitals.
  tube_key text not null,
  sample_id uuid,
  -- The tube ID, or the unknown code as it was scanned.
  code text not null,
  result text not null
    check (result in ('in-place', 'other-place', 'missing', 'not-recorded', 'unknown-code')),
  -- The box where it was scanned, or from which it is missing.
  box_id integer not null,
  row_coordinate integer,
  column_coordinate integer,
  -- The record by which it was judged.
  recorded_storage_id integer,
  recorded_row integer,
  recorded_column integer,
  -- Of a difference: aliases from the root to the position.
  recorded_place text,
  recorded_custody text,
  custody_event_id bigint,
  -- The record changed between the scan and its arrival.
  is_changed_since boolean not null default false,
  counted_at timestamptz not null,
  counted_by text not null references person,
  is_accepted boolean not null default false,
  -- What accepting it has made, for its undo.
  accepted_event_id bigint,
  accepted_storage_id integer,
  accepted_row integer,
  accepted_column integer,
  constraint stock_take_tube_is_counted_once unique (stock_take_id, tube_key),
  constraint stock_take_tube_is_of_a_box foreign key (stock_take_id, box_id) references stock_take_box,
  constraint stock_take_tube_has_a_sample check ((sample_id is null) = (result = 'unknown-code')),
  constraint stock_take_tube_has_a_cell check ((row_coordinate is null) = (column_coordinate is null)),
  constraint stock_take_tube_is_acceptable
    check (not is_accepted or result in ('other-place', 'missing', 'not-recorded'))
);
create index stock_take_tube_of_box on stock_take_tube (stock_take_id, box_id, result);
create index stock_take_difference on stock_take_tube (stock_take_id, box_id, id) where result <> 'in-place';

-- A stock-take is open, then applied or cancelled; undo opens an applied one again. Its boxes follow, so that the index
-- stock_take_box_is_counted_once refuses a second open stock-take of a box.
create function check_stock_take_state() returns trigger language plpgsql as $$
begin
  if not (old.state = 'open' or (old.state = 'applied' and new.state = 'open')) then
    raise exception 'a stock-take that is % does not become %', old.state, new.state using errcode = 'LIM20';
  end if;
  update stock_take_box set is_open = (new.state = 'open') where stock_take_id = new.id;
  return null;
end
$$;
create trigger stock_take_state_reaches_its_boxes after update of state on stock_take
  for each row when (old.state <> new.state) execute function check_stock_take_state();

-- What was counted changes only while the stock-take is open.
create function refuse_count_of_closed() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct stock_take_id from changed) of
    join stock_take on stock_take.id = of.stock_take_id where stock_take.state <> 'open'
  ) then
    raise exception 'the stock-take is closed' using errcode = 'LIM20';
  end if;
  perform pg_notify('lims_live', '{"freezerWork": true}');
  return null;
end
$$;
create trigger stock_take_tube_is_added_while_open after insert on stock_take_tube
  referencing new table as changed for each statement execute function refuse_count_of_closed();
create trigger stock_take_tube_changes_while_open after update on stock_take_tube
  referencing new table as changed for each statement execute function refuse_count_of_closed();
create trigger stock_take_tube_is_removed_while_open after delete on stock_take_tube
  referencing old table as changed for each statement execute function refuse_count_of_closed();

create function notify_stock_takes() returns trigger language plpgsql as $$
begin
  perform pg_notify('lims_live', '{"freezerWork": true}');
  return null;
end
$$;
create trigger stock_take_is_told after insert or update on stock_take
  for each statement execute function notify_stock_takes();
create trigger stock_take_box_is_told after update on stock_take_box
  for each statement execute function notify_stock_takes();

create constraint trigger stock_take_needs_audit_event after insert or update or delete on stock_take
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
create constraint trigger stock_take_box_needs_audit_event after insert or update or delete on stock_take_box
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
create constraint trigger stock_take_tube_needs_audit_event after insert or update or delete on stock_take_tube
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
