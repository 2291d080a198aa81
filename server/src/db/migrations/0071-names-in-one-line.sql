-- Names and IDs are stored in one line from now on (contract/text.ts): 'P 001' with two spaces, or with a line break from
-- a cell of Excel, looked like 'P 001', and was another subject. Here, so is what was entered before and is looked for by
-- its text, as 0045 has it for accents.

-- As `asOneLine` of the contract: what an erasure compares.
create or replace function composed(given text) returns text language sql immutable parallel safe as $$
  -- In UTF8, a text of as many bytes as characters is ASCII, which is composed and seen.
  select case when octet_length(given) = length(given)
    then case when given ~ '[\t\n\v\f\r]|  ' then regexp_replace(given, '[ \t\n\v\f\r]+', ' ', 'g') else given end
    else regexp_replace(
      normalize(
        regexp_replace(
          regexp_replace(
            regexp_replace(
              regexp_replace(given, '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'),
              '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]',
              '', 'g'
            ),
            '([\u200c\u200d])[\u200c\u200d]+', '\1', 'g'
          ),
          '(?<![^\u0001-\u007f])[\u200c\u200d]|[\u200c\u200d](?![^\u0001-\u007f])', '', 'g'
        ), NFC
      ),
      '[ \t\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g'
    ) end
$$;

-- JSON has line breaks and tabs as escapes.
create or replace function holds_text(content jsonb, wanted text) returns boolean language sql immutable as $$
  select strpos(
      upper(composed(regexp_replace(content::text, '\\(?:[tnfr]|u000b)', ' ', 'g'))),
      upper(composed(regexp_replace(to_jsonb(wanted)::text, '\\(?:[tnfr]|u000b)', ' ', 'g')))
    ) > 0
    and content is distinct from without_text(content, wanted)
$$;

create function in_one_line(given text) returns text language sql immutable parallel safe as $$
  select case when given ~ '[\t\n\v\f\r\u0085\u2028\u2029]|  '
    -- A text of nothing else stays.
    then coalesce(
      nullif(btrim(regexp_replace(given, '[ \t\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')), ''), given
    )
    else given
  end
$$;

select set_config('lims.audit_check', 'queued', true);

update sample
set name = in_one_line(name), subject_id = in_one_line(subject_id), site_id = in_one_line(site_id),
  visit_id = in_one_line(visit_id)
where (name, subject_id, site_id, visit_id) is distinct from
  (in_one_line(name), in_one_line(subject_id), in_one_line(site_id), in_one_line(visit_id));

-- Two sites that have become one are counted as one.
with counted as (
  delete from sample_count
  where site_id in (
    select unnest(array[site_id, in_one_line(site_id)]) from sample_count where site_id <> in_one_line(site_id)
  )
  returning batch_id, status, type, site_id, samples
)
insert into sample_count (batch_id, status, type, site_id, slot, samples)
select batch_id, status, type, in_one_line(site_id), 0, sum(samples) from counted group by 1, 2, 3, 4
having sum(samples) <> 0;

-- Where two names would become one, both stay, until a person renames one of them.
update batch set name = in_one_line(name)
where name <> in_one_line(name) and not exists (
  select from batch other where other.id <> batch.id and lower(in_one_line(other.name)) = lower(in_one_line(batch.name))
);
update storage set alias = in_one_line(alias)
where alias <> in_one_line(alias) and not exists (
  select from placement own
  join placement beside on beside.storage_id = own.storage_id and beside.child_storage_id <> own.child_storage_id
  join storage other on other.id = beside.child_storage_id
  where own.child_storage_id = storage.id and lower(in_one_line(other.alias)) = lower(in_one_line(storage.alias))
);
update saved_view set name = in_one_line(name)
where name <> in_one_line(name) and not exists (
  select from saved_view other
  where other.id <> saved_view.id and other.owner_id = saved_view.owner_id
    and lower(in_one_line(other.name)) = lower(in_one_line(saved_view.name))
);

-- What undo brings back. The alias of a sample is its tube ID, which may hold such spaces.
with changed as (
  select deletion_id, place, (
    select jsonb_object_agg(key, in_one_line(value #>> '{}')) from jsonb_each(content)
    where key = any (case table_name when 'sample' then '{name,subject_id,site_id,visit_id}'::text[] else '{name,alias}' end)
      and jsonb_typeof(value) = 'string'
  ) as texts
  from deleted_row where table_name in ('sample', 'batch', 'storage')
)
update deleted_row set content = content || changed.texts
from changed
where changed.deletion_id = deleted_row.deletion_id and changed.place = deleted_row.place
  and content <> content || changed.texts;

drop function in_one_line;

-- An erasure finds the ID of a subject in both forms, also in audit events. Created anew: `reindex` would compute them by
-- the former function, which a session keeps within the expressions of the indexes that it has created or used.
drop index audit_event_before_subject;
drop index audit_event_after_subject;
drop index audit_event_pick_list_search;
drop index audit_event_notes_search;
drop index audit_event_reason_search;
drop index audit_event_of_counted_code;
create index audit_event_before_subject on audit_event (upper(composed(before ->> 'subjectId')))
  where before ->> 'subjectId' is not null;
create index audit_event_after_subject on audit_event (upper(composed(after ->> 'subjectId')))
  where after ->> 'subjectId' is not null;
create index audit_event_pick_list_search on audit_event
  using gin (upper(composed(btrim(after ->> 'pickList'))) gin_trgm_ops) where after ->> 'pickList' is not null;
create index audit_event_notes_search on audit_event
  using gin (upper(composed(btrim(after ->> 'eventNotes'))) gin_trgm_ops) where after ->> 'eventNotes' is not null;
create index audit_event_reason_search on audit_event
  using gin (upper(composed(btrim(reason))) gin_trgm_ops) where reason is not null;
create index audit_event_of_counted_code on audit_event (upper(composed(after ->> 'code')))
  where action = 'stock-take.scan';
