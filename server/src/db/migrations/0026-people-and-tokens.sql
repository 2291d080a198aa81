-- Who may do what. While roles are off (no row here, no ADMIN_EMAILS), everybody may do everything.
create table roles_state (
  id integer primary key check (id = 1),
  turned_on_at timestamptz not null,
  turned_on_by text not null references person
);

alter table person
  -- Null: never given one. DEFAULT_ROLE or the identity provider decides.
  add column role text
    check (role in ('viewer', 'bench', 'storage-keeper', 'study-lead', 'administrator')),
  add column role_from text not null default 'default' check (role_from in ('given', 'setting', 'provider', 'default')),
  add column role_group text,
  add column deactivated_at timestamptz,
  -- Of a service account, which has no sign-in: the administrator who answers for it.
  add column owner_id text references person;

-- The token itself is never stored, only its SHA-256.
create table api_token (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  person_id text not null references person,
  hash bytea not null unique,
  permissions text[] not null,
  created_at timestamptz not null,
  created_by text not null references person,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from text
);
create index api_token_of_person on api_token (person_id);

alter table audit_event
  add column reason text,
  add column token_id uuid;

create function tell_access() returns trigger language plpgsql as $$
begin
  perform tell_live('{"access": true}');
  return null;
end
$$;
create trigger roles_are_told after insert on roles_state for each statement execute function tell_access();
create trigger person_access_is_told after update of role, deactivated_at on person
  for each row when (old.role is distinct from new.role or old.deactivated_at is distinct from new.deactivated_at)
  execute function tell_access();
create trigger token_end_is_told after update of revoked_at on api_token
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_access();
