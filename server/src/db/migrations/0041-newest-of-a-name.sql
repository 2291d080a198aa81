-- A list of codes takes the newest samples of each name. Names such as 'Control' are those of thousands, and all of them
-- were read to find the newest.
create index sample_newest_of_name on sample (upper(name), number);
drop index sample_by_name;
alter index sample_newest_of_name rename to sample_by_name;
