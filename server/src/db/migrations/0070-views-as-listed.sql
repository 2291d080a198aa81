-- A script may have saved a view with a filter in snake_case, such as subject_id=P001. The page ignored it, and showed
-- all samples. From now on a view is saved with the names of the list (view-search.ts): here, so is each that was saved
-- before. Other names that the list does not know stay, and the page says so. If a filter is given in both spellings,
-- the one of the list counts.
select set_config('lims.audit_check', 'queued', true);

with part as (
  select view.id, place, given, split_part(given, '=', 1) as name
  from saved_view view
  cross join lateral string_to_table(view.search, '&') with ordinality as parts (given, place)
), folded as (
  select *, case when name ~ '^[a-zA-Z]+(_+[a-zA-Z]+)+$' then (
    select string_agg(
      case when position = 1 then word else upper(left(word, 1)) || substr(word, 2) end, '' order by position
    )
    from string_to_table(name, '_') with ordinality as words (word, position)
  ) else name end as camel
  from part
), known as (
  select id, place, given, name, case when camel in (
    'batchId', 'sampleType', 'subjectId', 'siteId', 'storageId', 'hasPlace', 'hasFile', 'createdFrom', 'createdTo',
    'waitingSince', 'reachedFrom', 'reachedTo', 'changedBy', 'changedFrom', 'changedTo', 'changedVariant'
  ) then camel else name end as listed
  from folded
), spelled as (
  select id, string_agg(listed || substr(given, length(name) + 1), '&' order by place) as search
  from known
  where listed = name
    or not exists (select from known other where other.id = known.id and other.name = known.listed)
  group by id
)
update saved_view set search = spelled.search
from spelled where spelled.id = saved_view.id and spelled.search <> saved_view.search;
