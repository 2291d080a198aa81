-- Find as one types: tube ids and names by how they begin, in the order of bytes, whatever the collation of the database.
create index sample_tube_id_start on sample (upper(alias) collate "C");
create index sample_name_start on sample (lower(name) collate "C");
-- A part of a subject, for the filter of lists and the search box.
create index if not exists sample_subject_search on sample using gin (upper(subject_id) gin_trgm_ops)
  with (gin_pending_list_limit = 64) where subject_id is not null;

-- What was deleted recently, and how many samples each deletion took.
create index deletion_by_time on deletion (deleted_at desc, id) where undone_at is null;
create index deleted_sample_of_deletion on deleted_row (deletion_id) where table_name = 'sample';
