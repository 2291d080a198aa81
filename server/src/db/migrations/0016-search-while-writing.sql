-- What waits to be sorted into the index is read by every search. Some thousand receipts made so much of it that
-- PostgreSQL rather read all samples.
alter index sample_search set (gin_pending_list_limit = 64);
