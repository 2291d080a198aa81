-- The limit of what waits to be sorted into these indexes (0016) is a setting of each connection now (`open-database.ts`),
-- so that a write of many samples can sort all of its entries at once, at its end (`many-samples-queries.ts`).
alter index sample_search reset (gin_pending_list_limit);
alter index sample_subject_search reset (gin_pending_list_limit);
