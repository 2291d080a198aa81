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
-- A token is refused when whoever answers for it has never signed in at the present provider.
create index session_of_person on session (person_id);

alter table audit_event
  add column reason text,
  add column token_id uuid;

-- While roles are on, somebody who signs in must stay administrator. The lock makes two administrators who remove each
-- other wait for one another; the second then sees what the first has done. The setting is that of a server with ADMIN_EMAILS.
create function administrator_stays() returns trigger language plpgsql as $$
begin
  if not exists (select from roles_state)
    or coalesce(current_setting('lims.administrators_by_setting', true), '') = 'yes' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('administrators'));
  if not exists (
    select from person
    where id <> new.id and role = 'administrator' and deactivated_at is null and owner_id is null
  ) then
    raise exception 'the last administrator cannot be removed' using errcode = 'LIM11';
  end if;
  return new;
end
$$;
create trigger last_administrator_stays before update of role, deactivated_at on person
  for each row when (
    old.role = 'administrator' and old.deactivated_at is null
    and (new.role is distinct from 'administrator' or new.deactivated_at is not null)
  )
  execute function administrator_stays();

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
