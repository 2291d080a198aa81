-- Find as one types: tube ids and names by how they begin, in the order of bytes, whatever the collation of the database.
create index sample_tube_id_start on sample (upper(alias) collate "C");
create index sample_name_start on sample (lower(name) collate "C");
-- A part of a subject.
create index sample_subject_search on sample using gin (lower(subject_id) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
