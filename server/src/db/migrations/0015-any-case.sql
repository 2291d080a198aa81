-- A subject or a site is found however it is written: people type, and sites differ in their capitals.
drop index sample_by_subject;
drop index sample_by_site;
create index sample_by_subject on sample (upper(subject_id), number) where subject_id is not null;
create index sample_by_site on sample (upper(site_id), number) where site_id is not null;
