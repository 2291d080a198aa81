-- Of a kept sample with a parent: the last change of custody of the parent when the sample was deleted, 0 if it had none. The
-- cycles that the parent gains or loses after it are those that a restored aliquot has missed. Null for what was deleted
-- before this was noted, and by a server of the version before.
alter table deleted_row add column parent_custody_event_id bigint;

-- Also while a deletion is undone: a restored aliquot gets the cycles that it has missed.
create or replace function refuse_custody_without_event() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and current_setting('lims.restoring', true) is distinct from 'on' then
    raise exception 'the custody of a sample changes only through a custody event' using errcode = 'LIM11';
  end if;
  return new;
end
$$;

-- An undo names the samples of its events that were deleted since.
create index deleted_custody_event_by_id on deleted_row ((content ->> 'id')) where table_name = 'custody_event';
create index deleted_lifecycle_event_by_id on deleted_row ((content ->> 'id')) where table_name = 'lifecycle_event';
