-- The curve of a logger is read out of the index. In the table, the readings of all loggers lie mixed, so that those of
-- one were read from nearly all of its pages.
alter table temperature_reading drop constraint temperature_reading_pkey,
  add primary key (storage_id, at) include (hundredths);
