-- Planned along the keys, as prepare_custody_event is: a connection that has used these a few times while there were
-- hardly any samples keeps a plan that reads them all.
alter function prepare_lifecycle_event() set enable_seqscan = off;
alter function guard_thaw_over_limit() set enable_seqscan = off;

-- What is overdue is found along sample_not_available; items are found by their list, or are wanted.
drop index custody_event_due;
drop index pick_list_item_of_sample;

-- When a label was first sent that has come out, or may have; null also for labels sent before this was noted, whose last
-- change counts. A decision about a label in doubt is later.
alter table print_label add column sent_at timestamptz;

-- Finds the audit events of records whose creation was undone by their names: no deletion is kept of them.
create index undone_creation_by_name on audit_event (lower(coalesce(before ->> 'name', before ->> 'alias')))
  where after ? 'isCreationUndone';
create index undone_creation_by_tube_id on audit_event (lower(before ->> 'alias'))
  where after ? 'isCreationUndone' and entity_type = 'sample';

-- Finds the deletion of a storage, for the excursions in it.
create index deletion_of_entity on deletion (entity_type, entity_id);
