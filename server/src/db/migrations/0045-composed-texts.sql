-- 'é' is one character (composed, NFC) or 'e' with an accent, as macOS writes file names. What is entered is composed
-- from now on (contract/text.ts). Here, so is what was entered before and is looked for by its text. Events of samples
-- and audit events are what happened, and stay; so do addresses and paths of files, whose characters must not change.
create function composed(given text) returns text language sql immutable parallel safe as $$
  -- In UTF8, a text of as many bytes as characters is ASCII, which is composed.
  select case when octet_length(given) = length(given) then given else normalize(given, NFC) end
$$;

select set_config('lims.audit_check', 'queued', true);

-- A space takes no accent, so that texts are composed if their list is.
update sample
set name = normalize(name, NFC), notes = normalize(notes, NFC), subject_id = normalize(subject_id, NFC),
  site_id = normalize(site_id, NFC), visit_id = normalize(visit_id, NFC), tube_type = normalize(tube_type, NFC)
where concat_ws(' ', name, notes, subject_id, site_id, visit_id, tube_type) is not nfc normalized;

-- Two sites that have become one are counted as one.
with counted as (
  delete from sample_count
  where site_id in (
    select unnest(array[site_id, normalize(site_id, NFC)]) from sample_count where site_id is not nfc normalized
  )
  returning batch_id, status, type, site_id, samples
)
insert into sample_count (batch_id, status, type, site_id, slot, samples)
select batch_id, status, type, site_id, 0, sum(samples) from counted group by 1, 2, 3, 4 having sum(samples) <> 0;

update batch set description = normalize(description, NFC) where description is not nfc normalized;

-- Where two names would become one, both stay, until a person renames one of them.
update batch set name = normalize(name, NFC)
where name is not nfc normalized and not exists (
  select from batch other where other.id <> batch.id and lower(composed(other.name)) = lower(composed(batch.name))
);
update storage set alias = normalize(alias, NFC)
where alias is not nfc normalized and not exists (
  select from placement own
  join placement beside on beside.storage_id = own.storage_id and beside.child_storage_id <> own.child_storage_id
  join storage other on other.id = beside.child_storage_id
  where own.child_storage_id = storage.id and lower(composed(other.alias)) = lower(composed(storage.alias))
);
update saved_view set name = normalize(name, NFC)
where name is not nfc normalized and not exists (
  select from saved_view other
  where other.id <> saved_view.id and other.owner_id = saved_view.owner_id
    and lower(composed(other.name)) = lower(composed(saved_view.name))
);

-- What undo brings back.
update deleted_row
set content = content || coalesce((
  select jsonb_object_agg(key, normalize(value #>> '{}', NFC)) from jsonb_each(content)
  where key in ('name', 'alias', 'description', 'notes', 'subject_id', 'site_id', 'visit_id', 'tube_type')
    and jsonb_typeof(value) = 'string'
), '{}')
where table_name in ('sample', 'batch', 'storage') and content::text is not nfc normalized;

-- An erasure finds the ID of a subject in both forms, also in audit events.
drop index audit_event_before_subject;
drop index audit_event_after_subject;
create index audit_event_before_subject on audit_event (upper(composed(before ->> 'subjectId')))
  where before ->> 'subjectId' is not null;
create index audit_event_after_subject on audit_event (upper(composed(after ->> 'subjectId')))
  where after ->> 'subjectId' is not null;

create or replace function without_text(content jsonb, wanted text) returns jsonb language plpgsql immutable as $$
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
        where key = any (of_tubes) or jsonb_typeof(value) <> 'string'
          or upper(composed(btrim(value #>> '{}'))) <> composed(wanted)
      );
    when 'array' then
      return (
        select coalesce(jsonb_agg(without_text(value, wanted) order by place), '[]')
        from jsonb_array_elements(content) with ordinality member (value, place)
        where jsonb_typeof(value) <> 'string' or upper(composed(btrim(value #>> '{}'))) <> composed(wanted)
      );
    else return content;
  end case;
end
$$;

create or replace function holds_text(content jsonb, wanted text) returns boolean language sql immutable as $$
  select strpos(upper(composed(content::text)), upper(composed(to_jsonb(wanted)::text))) > 0
    and content is distinct from without_text(content, wanted)
$$;
