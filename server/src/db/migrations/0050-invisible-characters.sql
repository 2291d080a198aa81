-- What is entered is stored without characters that nobody can see from now on (contract/text.ts): 'A1' with a soft
-- hyphen from a web page looked like 'A1', and was another name. Here, so is what was entered before and is looked for by
-- its text, as 0045 has it for accents. A space of another width or without a line break becomes a plain one.
create or replace function composed(given text) returns text language sql immutable parallel safe as $$
  -- In UTF8, a text of as many bytes as characters is ASCII, which is composed and seen.
  select case when octet_length(given) = length(given) then given else normalize(
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
  ) end
$$;

-- The text without such characters; a text of nothing else stays.
create function seen(given text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(given) <> length(given) and given
      ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]'
    then coalesce(nullif(btrim(composed(given)), ''), given)
    else given
  end
$$;

select set_config('lims.audit_check', 'queued', true);

update sample
set name = seen(name), notes = seen(notes), subject_id = seen(subject_id), site_id = seen(site_id),
  visit_id = seen(visit_id), tube_type = seen(tube_type)
where (name, notes, subject_id, site_id, visit_id, tube_type) is distinct from
  (seen(name), seen(notes), seen(subject_id), seen(site_id), seen(visit_id), seen(tube_type));

-- Two sites that have become one are counted as one.
with counted as (
  delete from sample_count
  where site_id in (select unnest(array[site_id, seen(site_id)]) from sample_count where site_id <> seen(site_id))
  returning batch_id, status, type, site_id, samples
)
insert into sample_count (batch_id, status, type, site_id, slot, samples)
select batch_id, status, type, seen(site_id), 0, sum(samples) from counted group by 1, 2, 3, 4
having sum(samples) <> 0;

update batch set description = seen(description) where description <> seen(description);

-- Where two names would become one, both stay, until a person renames one of them.
update batch set name = seen(name)
where name <> seen(name) and not exists (
  select from batch other where other.id <> batch.id and lower(seen(other.name)) = lower(seen(batch.name))
);
update storage set alias = seen(alias)
where alias <> seen(alias) and not exists (
  select from placement own
  join placement beside on beside.storage_id = own.storage_id and beside.child_storage_id <> own.child_storage_id
  join storage other on other.id = beside.child_storage_id
  where own.child_storage_id = storage.id and lower(seen(other.alias)) = lower(seen(storage.alias))
);
update saved_view set name = seen(name)
where name <> seen(name) and not exists (
  select from saved_view other
  where other.id <> saved_view.id and other.owner_id = saved_view.owner_id
    and lower(seen(other.name)) = lower(seen(saved_view.name))
);

-- What undo brings back.
update deleted_row
set content = content || coalesce((
  select jsonb_object_agg(key, seen(value #>> '{}')) from jsonb_each(content)
  where key in ('name', 'alias', 'description', 'notes', 'subject_id', 'site_id', 'visit_id', 'tube_type')
    and jsonb_typeof(value) = 'string'
), '{}')
where table_name in ('sample', 'batch', 'storage') and content::text <> seen(content::text);

drop function seen;

-- An erasure finds the ID of a subject with and without them, also in audit events.
reindex index audit_event_before_subject;
reindex index audit_event_after_subject;
