-- An erasure finds texts that mention its subject without reading the whole audit trail, while nobody may save.
-- columnMentionsId in trace-queries.ts compares the same expressions.
create index audit_event_pick_list_search on audit_event
  using gin (upper(composed(btrim(after ->> 'pickList'))) gin_trgm_ops) where after ->> 'pickList' is not null;
create index audit_event_notes_search on audit_event
  using gin (upper(composed(btrim(after ->> 'eventNotes'))) gin_trgm_ops) where after ->> 'eventNotes' is not null;
create index audit_event_reason_search on audit_event
  using gin (upper(composed(btrim(reason))) gin_trgm_ops) where reason is not null;
drop index audit_event_with_reason;
create index audit_event_of_counted_code on audit_event (upper(composed(after ->> 'code')))
  where action = 'stock-take.scan';
