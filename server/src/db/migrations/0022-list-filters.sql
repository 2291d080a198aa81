-- Lists are filtered by part of a subject's ID, by a data file and by the day of registration. Those without a place
-- have had their index since 0008; sites are few and are found in sample_count.
create index sample_subject_search on sample using gin (upper(subject_id) gin_trgm_ops)
  with (gin_pending_list_limit = 64) where subject_id is not null;
create index sample_with_file on sample (number) where bam_file_uri is not null;
create index sample_by_created on sample (created_at);
