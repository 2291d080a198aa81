create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  person_id text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  before jsonb,
  after jsonb
);
create index audit_event_of_entity on audit_event (entity_type, entity_id, id);
create index audit_event_by_time on audit_event (at);

create function refuse_to_rewrite_history() returns trigger language plpgsql as $$
begin
  raise exception '% is a record of what happened: it takes no %', tg_table_name, tg_op
    using errcode = 'LIM02';
end
$$;

create trigger audit_event_is_final before update or delete on audit_event
  for each row execute function refuse_to_rewrite_history();
create trigger audit_event_is_kept before truncate on audit_event
  for each statement execute function refuse_to_rewrite_history();

-- The answers given to requests that carried an Idempotency-Key: the same request again gets the same answer.
create table answered_request (
  person_id text not null,
  key text not null,
  call text not null,
  fingerprint text not null,
  reply jsonb,
  answered_at timestamptz not null,
  primary key (person_id, key)
);
create index answered_request_by_time on answered_request (answered_at);
