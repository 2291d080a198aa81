create table batch (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  name text not null check (name <> ''),
  description text not null default '',
  metadata jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text not null references person,
  updated_at timestamptz not null
);
create unique index batch_name_is_unique on batch (lower(name));

create sequence tube_number;

-- T0000123: a running code with a letter in front, so that no spreadsheet takes it for a number.
create function next_tube_id() returns text language sql volatile as $$
  select 'T' || case when n < 10000000 then to_char(n, 'FM0000000') else n::text end
  from nextval('tube_number') n
$$;

create table sample (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  alias text not null default next_tube_id() check (alias <> ''),
  name text not null check (name <> ''),
  type text not null check (type in ('UNKNOWN_SAMPLE_TYPE', 'PLASMA', 'BLOOD', 'SERUM', 'CSF', 'DNA')),
  status text not null default 'UNKNOWN' check (status in
    ('UNKNOWN', 'COLLECTED', 'RECEIVED', 'PROCESSED', 'QC_PASS', 'QC_FAIL', 'SEQUENCED', 'SENT_TO_C2N')),
  volume_nl bigint not null default 0 check (volume_nl >= 0),
  notes text not null default '',
  batch_id uuid not null references batch,
  parent_sample_id uuid references sample check (parent_sample_id <> id),
  tube_type text,
  visit_id text,
  subject_id text,
  site_id text,
  collected_at timestamptz,
  received_at timestamptz,
  qc_at timestamptz,
  processed_at timestamptz,
  archived_at timestamptz,
  bam_file_uri text,
  metadata jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text not null references person,
  updated_at timestamptz not null
);
create unique index sample_tube_id_is_unique on sample (upper(alias));
create index sample_of_batch on sample (batch_id, number);
create index sample_children on sample (parent_sample_id, number) where parent_sample_id is not null;
create index sample_by_status on sample (status, number);
create index sample_by_type on sample (type, number);
create index sample_by_subject on sample (subject_id, number) where subject_id is not null;
create index sample_by_site on sample (site_id, number) where site_id is not null;
