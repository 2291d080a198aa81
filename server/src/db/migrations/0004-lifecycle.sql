-- Who may go where, by which door. 'table' is the lifecycle table, 'receive' the wider door for tubes that arrive.
create table lifecycle_rule (
  door text not null,
  from_status text not null,
  to_status text not null,
  primary key (door, from_status, to_status)
);
insert into lifecycle_rule values
  ('table', 'UNKNOWN', 'COLLECTED'),
  ('table', 'COLLECTED', 'RECEIVED'),
  ('table', 'COLLECTED', 'UNKNOWN'),
  ('table', 'RECEIVED', 'PROCESSED'),
  ('table', 'RECEIVED', 'UNKNOWN'),
  ('table', 'PROCESSED', 'QC_PASS'),
  ('table', 'PROCESSED', 'QC_FAIL'),
  ('table', 'PROCESSED', 'UNKNOWN'),
  ('table', 'QC_PASS', 'SEQUENCED'),
  ('table', 'QC_PASS', 'SENT_TO_C2N'),
  ('table', 'QC_PASS', 'UNKNOWN'),
  ('table', 'QC_FAIL', 'PROCESSED'),
  ('table', 'QC_FAIL', 'UNKNOWN'),
  ('table', 'SEQUENCED', 'UNKNOWN'),
  ('table', 'SENT_TO_C2N', 'UNKNOWN'),
  ('receive', 'UNKNOWN', 'RECEIVED'),
  ('receive', 'COLLECTED', 'RECEIVED');

create table lifecycle_event (
  id bigint generated always as identity primary key,
  sample_id uuid not null references sample on delete cascade,
  door text not null default 'table',
  from_status text,
  to_status text not null,
  at timestamptz not null,
  person_id text not null references person,
  notes text not null default '',
  constraint lifecycle_event_obeys_the_table
    foreign key (door, from_status, to_status) references lifecycle_rule (door, from_status, to_status)
);
create index lifecycle_event_of_sample on lifecycle_event (sample_id, id);

create trigger lifecycle_event_is_final before update on lifecycle_event
  for each row execute function refuse_to_rewrite_history();

-- The events of a sample go with it (kept in deleted_row, for undo), and only with it.
create function refuse_to_forget_events() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'lifecycle_event is a record of what happened: it takes no DELETE' using errcode = 'LIM02';
  end if;
  return old;
end
$$;
create trigger lifecycle_event_is_kept before delete on lifecycle_event
  for each row execute function refuse_to_forget_events();

-- The event is the change: a status moves only because an event says so, and only from where the event starts.
create function apply_lifecycle_events() returns trigger language plpgsql as $$
declare
  wanted bigint;
  moved bigint;
begin
  -- Events that come back with a restored sample moved it long ago.
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  select count(*) into wanted from happened where from_status is not null;
  update sample s
  set status = e.to_status,
      collected_at = case when e.to_status = 'COLLECTED' then e.at else s.collected_at end,
      received_at = case when e.to_status = 'RECEIVED' then e.at else s.received_at end,
      qc_at = case when e.to_status in ('QC_PASS', 'QC_FAIL') then e.at else s.qc_at end,
      processed_at = case when e.to_status = 'PROCESSED' then e.at else s.processed_at end,
      version = s.version + 1,
      updated_at = e.at
  from happened e
  where s.id = e.sample_id and s.status = e.from_status and e.from_status is not null;
  get diagnostics moved = row_count;
  if moved <> wanted then
    raise exception 'a sample is not in the status that its event starts from' using errcode = 'LIM01';
  end if;
  return null;
end
$$;
create trigger lifecycle_event_moves_the_sample after insert on lifecycle_event
  referencing new table as happened
  for each statement execute function apply_lifecycle_events();

create function refuse_status_without_event() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the status of a sample changes only through a lifecycle event' using errcode = 'LIM01';
  end if;
  return new;
end
$$;
create trigger sample_status_needs_an_event before update of status on sample
  for each row when (old.status is distinct from new.status)
  execute function refuse_status_without_event();
