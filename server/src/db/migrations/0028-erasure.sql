-- Erasures of subjects. Of the erased ID only a salted hash is kept, so that an older backup can be erased again.
create table erasure (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null,
  erased_by text not null references person,
  reason text not null,
  samples text not null check (samples in ('keep', 'destroy')),
  salt bytea not null check (length(salt) >= 16),
  -- SHA-256 of the salt and the ID in capitals.
  subject_hash bytea not null check (length(subject_hash) = 32),
  num_samples integer not null,
  num_events integer not null,
  num_deleted_rows integer not null
);
create trigger erasure_is_final before update or delete on erasure
  for each row execute function refuse_to_rewrite_history();
create trigger erasure_is_kept before truncate on erasure
  for each statement execute function refuse_to_rewrite_history();
create constraint trigger erasure_needs_audit_event after insert on erasure
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();

create function erasure_hash(salt bytea, subject text) returns bytea language sql stable as $$
  select sha256(salt || convert_to(upper(subject), 'UTF8'))
$$;

-- True only in the transaction that has inserted the erasure that the setting lims.erasure names.
create function is_erasing() returns boolean language plpgsql stable as $$
begin
  return exists (
    select from erasure
    where id = nullif(current_setting('lims.erasure', true), '')::uuid and xmin = pg_current_xact_id()::xid
  );
end
$$;

-- The one change that an audit event takes: an erasure removes its content.
create function refuse_to_rewrite_events() returns trigger language plpgsql as $$
declare
  erased audit_event := old;
begin
  erased.before := case when new.before is not null then old.before end;
  erased.after := case when new.after is not null then old.after end;
  erased.reason := case when new.reason is not null then old.reason end;
  if new is distinct from erased or not is_erasing() then
    raise exception 'audit_event is a record of what happened: it takes no UPDATE' using errcode = 'LIM02';
  end if;
  return new;
end
$$;
drop trigger audit_event_is_final on audit_event;
create trigger audit_event_is_final before delete on audit_event
  for each row execute function refuse_to_rewrite_history();
create trigger audit_event_is_erased_only before update on audit_event
  for each row execute function refuse_to_rewrite_events();

-- And of a lifecycle event its notes.
create function refuse_to_rewrite_lifecycle() returns trigger language plpgsql as $$
declare
  erased lifecycle_event := old;
begin
  erased.notes := '';
  if new is distinct from erased or not is_erasing() then
    raise exception 'lifecycle_event is a record of what happened: it takes no UPDATE' using errcode = 'LIM02';
  end if;
  return new;
end
$$;
drop trigger lifecycle_event_is_final on lifecycle_event;
create trigger lifecycle_event_is_erased_only before update on lifecycle_event
  for each row execute function refuse_to_rewrite_lifecycle();

-- A record without the members, at any depth, that are this text; `wanted` is in capitals. What a batch says of its
-- tubes is not about a person, even if it reads like an ID.
create function without_text(content jsonb, wanted text) returns jsonb language plpgsql immutable as $$
declare
  of_tubes constant text[] := '{tubeType,tubeTypes,samplePrefix}';
begin
  case jsonb_typeof(content)
    when 'object' then
      return (
        select coalesce(
          jsonb_object_agg(key, case when key = any (of_tubes) then value else without_text(value, wanted) end), '{}'
        )
        from jsonb_each(content)
        where key = any (of_tubes) or jsonb_typeof(value) <> 'string' or upper(btrim(value #>> '{}')) <> wanted
      );
    when 'array' then
      return (
        select coalesce(jsonb_agg(without_text(value, wanted) order by place), '[]')
        from jsonb_array_elements(content) with ordinality member (value, place)
        where jsonb_typeof(value) <> 'string' or upper(btrim(value #>> '{}')) <> wanted
      );
    else return content;
  end case;
end
$$;

-- Whether a record has such members.
create function holds_text(content jsonb, wanted text) returns boolean language sql immutable as $$
  select strpos(upper(content::text), upper(to_jsonb(wanted)::text)) > 0
    and content is distinct from without_text(content, wanted)
$$;

-- Whether the record of a sample or of its change holds what identifies a subject, or was written about it.
create function holds_personal_field(content jsonb) returns boolean language sql immutable as $$
  select coalesce(content ->> 'subjectId', '') <> '' or coalesce(content ->> 'visitId', '') <> ''
    or coalesce(content ->> 'notes', '') <> '' or coalesce(content ->> 'eventNotes', '') <> ''
$$;

-- By these, an erasure finds what it erases without reading all events.
create index audit_event_before_subject on audit_event (upper(before ->> 'subjectId'))
  where before ->> 'subjectId' is not null;
create index audit_event_after_subject on audit_event (upper(after ->> 'subjectId'))
  where after ->> 'subjectId' is not null;
create index audit_event_with_reason on audit_event (id) where reason is not null;
create index deleted_sample_of_subject on deleted_row (upper(content ->> 'subject_id')) where table_name = 'sample';
create index deleted_batch on deleted_row (deletion_id) where table_name = 'batch';

-- Empties events for an erasure of the same transaction, of some only the reason, and takes the salts of their
-- commitments, by which the content could be guessed. `erased_by` is the audit event of the erasure. Returns how many
-- it emptied.
create function erase_events(event_ids bigint[], only_reason_ids bigint[], erased_by bigint) returns integer language plpgsql as $$
declare
  emptied integer;
begin
  if not is_erasing() then
    raise exception 'no erasure was begun in this transaction' using errcode = 'LIM02';
  end if;
  -- Nobody seals until the end: a seal would commit to what is just being removed.
  perform pg_advisory_xact_lock(hashtextextended('audit-seal', 0));
  update audit_event set before = null, after = null, reason = null
  where id = any (event_ids) and (before is not null or after is not null or reason is not null);
  get diagnostics emptied = row_count;
  update audit_event set reason = null where id = any (only_reason_ids) and reason is not null;
  update audit_commitment set salt = null, erased_by = erase_events.erased_by
  where event_id = any (event_ids || only_reason_ids) and salt is not null;
  return emptied;
end
$$;
