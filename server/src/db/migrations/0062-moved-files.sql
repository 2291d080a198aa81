-- Where the content of a linked file is now that is no longer at its path.
create index data_file_by_md5 on data_file (md5);
