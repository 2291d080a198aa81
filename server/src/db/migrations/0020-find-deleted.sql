-- A code that no sample has is looked for among the deleted ones, at each unknown scan.
create index deleted_sample_by_id on deleted_row ((content ->> 'id')) where table_name = 'sample';
create index deleted_sample_by_alias on deleted_row (upper(content ->> 'alias')) where table_name = 'sample';
