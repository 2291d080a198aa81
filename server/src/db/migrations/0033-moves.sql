-- Boxes that are moved by a plan: a freezer is evacuated, racks are made free, boxes are consolidated.
create table box_move (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  goal text not null check (goal in ('evacuate', 'free', 'consolidate')),
  -- What is emptied or consolidated, and where boxes may go (empty: anywhere). No foreign keys: a storage may be deleted.
  source_ids integer[] not null check (cardinality(source_ids) >= 1),
  target_ids integer[] not null,
  merges boolean not null,
  below_percent integer not null check (below_percent between 1 and 100),
  allows_unknown_temperature boolean not null,
  state text not null default 'open' check (state in ('open', 'closed', 'undone')),
  started_at timestamptz not null,
  started_by text not null references person,
  ended_at timestamptz,
  ended_by text references person,
  constraint box_move_ends_with_a_person check ((state = 'open') = (ended_at is null and ended_by is null))
);
create index box_move_by_age on box_move ((state = 'open') desc, started_at desc, id);

create table box_move_step (
  move_id uuid not null references box_move on delete cascade,
  box_id integer not null,
  -- Kept for a box that is deleted later.
  box_alias text not null,
  place integer not null check (place >= 1),
  kind text not null check (kind in ('box', 'tubes')),
  tubes integer not null check (tubes >= 0),
  from_storage_id integer,
  from_row integer,
  from_column integer,
  -- The cell that the box goes to; of merged tubes only the box they go into.
  to_storage_id integer,
  to_row integer,
  to_column integer,
  state text not null check (state in ('planned', 'picked-up', 'confirmed', 'unfit', 'elsewhere', 'left')),
  note text not null default '',
  is_changed boolean not null default false,
  picked_up_at timestamptz,
  picked_up_by text references person,
  confirmed_at timestamptz,
  confirmed_by text references person,
  -- Numbers pick-ups and confirmations in the order in which they were made; null before.
  action_number bigint,
  primary key (move_id, box_id),
  constraint box_move_step_has_a_whole_origin check (num_nulls(from_storage_id, from_row, from_column) in (0, 3)),
  constraint box_move_step_has_a_target check (
    case when state in ('planned', 'picked-up', 'confirmed') then to_storage_id is not null else true end
    and case when kind = 'box' then num_nulls(to_storage_id, to_row, to_column) in (0, 3)
      else to_row is null and to_column is null end
  ),
  constraint box_move_step_is_taken_by_a_person check (
    (picked_up_at is null) = (picked_up_by is null) and (confirmed_at is null) = (confirmed_by is null)
    and (state = 'picked-up') <= (picked_up_at is not null) and (state = 'confirmed') <= (confirmed_at is not null)
  )
);
create sequence box_move_action;
-- A box belongs to one open move, and one box is on its way to a cell.
create unique index box_move_step_of_one_open_move on box_move_step (box_id)
  where state in ('planned', 'picked-up', 'unfit');
create unique index box_move_step_has_its_own_cell on box_move_step (to_storage_id, to_row, to_column)
  where kind = 'box' and state in ('planned', 'picked-up');

-- The cells of the tubes of a step that merges a box into another.
create table box_move_tube (
  move_id uuid not null,
  box_id integer not null,
  sample_id uuid not null,
  from_row integer not null,
  from_column integer not null,
  to_row integer not null,
  to_column integer not null,
  primary key (move_id, box_id, sample_id),
  foreign key (move_id, box_id) references box_move_step on delete cascade
);

create function tell_freezer_work_of_moves() returns trigger language plpgsql as $$
begin
  perform tell_live('{"freezerWork": true}');
  return null;
end
$$;
create trigger box_move_is_told after insert or update or delete on box_move
  for each statement execute function tell_freezer_work_of_moves();
create trigger box_move_step_is_told after insert or update or delete on box_move_step
  for each statement execute function tell_freezer_work_of_moves();

do $each$
declare
  changed text;
begin
  foreach changed in array array['box_move', 'box_move_step'] loop
    execute format(
      $trigger$
        create constraint trigger %1$s_needs_audit_event after insert or update or delete on %1$I
          deferrable initially deferred for each row
          when (case when current_setting('lims.audit_check', true) = 'queued' then false
            else set_config('lims.audit_check', 'queued', true) = 'queued' end)
          execute function require_audit_event()
      $trigger$, changed);
  end loop;
end
$each$;
