create table person (
  id text primary key,
  name text not null,
  email text not null default '',
  avatar text,
  first_signed_in_at timestamptz not null,
  last_signed_in_at timestamptz not null
);

create table session (
  id uuid primary key,
  person_id text not null references person,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_expiry on session (expires_at);

-- One row per sign-in that has begun and not yet returned; taken out when it is used, so each works once.
create table sign_in_attempt (
  state text primary key,
  nonce text not null,
  code_verifier text not null,
  browser_hash text not null,
  target text not null,
  expires_at timestamptz not null
);

-- The key that signs tokens lies here, so that every server on this database accepts every token.
create table signing_key (
  id integer primary key check (id = 1),
  secret bytea not null,
  made_at timestamptz not null
);
