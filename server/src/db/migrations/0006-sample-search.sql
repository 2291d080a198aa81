create extension if not exists pg_trgm;

-- One text to search in, its parts on lines of their own so that no match runs from one into the next.
alter table sample add column search_text text not null generated always as (
  lower(name || E'\n' || alias || E'\n' || type || E'\n' || replace(type, '_', ' ') || E'\n' || notes)
) stored;
create index sample_search on sample using gin (search_text gin_trgm_ops);
create index batch_search on batch using gin (lower(name) gin_trgm_ops);
