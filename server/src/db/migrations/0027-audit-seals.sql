-- The audit trail in the order in which it is read, also of one person or one action.
create index audit_event_in_order on audit_event (at, id);
drop index audit_event_by_time;
create index audit_event_of_person on audit_event (person_id, at, id);
create index audit_event_of_action on audit_event (action, at, id);

-- What the commitment to an event is made of: the text that PostgreSQL writes for a jsonb object of all its fields.
create function audit_event_text(e audit_event) returns text language sql stable as $$
  select jsonb_build_object(
    'id', e.id, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'personId', e.person_id, 'tokenId', e.token_id, 'action', e.action, 'entityType', e.entity_type,
    'entityId', e.entity_id, 'before', e.before, 'after', e.after, 'reason', e.reason
  )::text
$$;

-- One row a sealed event. The salt keeps what was erased from being guessed: without it the commitment says nothing.
create table audit_commitment (
  event_id bigint primary key,
  seal bigint not null,
  salt bytea,
  commitment bytea not null,
  -- Of an erased event: the audit event of the erasure.
  erased_by bigint,
  check ((salt is null) = (erased_by is not null))
);
create index audit_commitment_erased on audit_commitment (event_id) where salt is null;

create table audit_seal (
  number bigint primary key,
  first_event bigint not null,
  last_event bigint not null,
  events integer not null,
  -- No event up to this one can come any more: what has no commitment there was inserted by force.
  horizon bigint not null,
  previous_hash bytea not null,
  root bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);

create function audit_seal_text(s audit_seal) returns text language sql stable as $$
  select jsonb_build_object(
    'number', s.number, 'firstEvent', s.first_event, 'lastEvent', s.last_event, 'events', s.events,
    'horizon', s.horizon, 'previousHash', encode(s.previous_hash, 'hex'), 'root', encode(s.root, 'hex'),
    'sealedAt', to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  )::text
$$;

-- Replies of a time-stamp authority (RFC 3161) to the hash of a seal.
create table audit_time_stamp (
  seal bigint primary key,
  hash bytea not null,
  response bytea not null,
  stamped_at timestamptz not null
);

-- The key that signs exports of the audit trail, one row: PKCS #8 and SPKI, in DER.
create table audit_export_key (
  id integer primary key check (id = 1),
  private_key bytea not null,
  public_key bytea not null,
  made_at timestamptz not null
);

do $each$
declare
  final text;
begin
  foreach final in array array['audit_seal', 'audit_time_stamp', 'audit_export_key'] loop
    execute format('create trigger %1$s_is_final before update or delete on %1$I
      for each row execute function refuse_to_rewrite_history()', final);
  end loop;
  foreach final in array array['audit_seal', 'audit_commitment', 'audit_time_stamp', 'audit_export_key'] loop
    execute format('create trigger %1$s_is_kept before truncate on %1$I
      for each statement execute function refuse_to_rewrite_history()', final);
  end loop;
end
$each$;
create trigger audit_commitment_is_final before delete on audit_commitment
  for each row execute function refuse_to_rewrite_history();
-- An erasure takes the salt and names its own event, and nothing else ever changes.
create trigger audit_commitment_is_erased_only before update on audit_commitment for each row
  when (not (old.salt is not null and new.salt is null and new.erased_by is not null
    and new.event_id = old.event_id and new.seal = old.seal and new.commitment = old.commitment))
  execute function refuse_to_rewrite_history();

-- Who may do what is audited like what the laboratory keeps (0018).
create constraint trigger roles_state_needs_audit_event after insert or update or delete on roles_state
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();

create constraint trigger api_token_needs_audit_event after insert or delete on api_token
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();

create constraint trigger api_token_end_needs_audit_event after update of revoked_at, permissions, expires_at, person_id on api_token
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();

create constraint trigger person_access_needs_audit_event after update of role, deactivated_at, owner_id on person
  deferrable initially deferred for each row
  when (case
    when old.role is not distinct from new.role and old.deactivated_at is not distinct from new.deactivated_at
      and old.owner_id is not distinct from new.owner_id then false
    when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();

create constraint trigger service_needs_audit_event after insert on person
  deferrable initially deferred for each row
  when (case when new.owner_id is null then false
    when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
