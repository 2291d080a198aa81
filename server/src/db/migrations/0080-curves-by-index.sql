-- The curve of a logger is read out of the index. In the table, the readings of all loggers lie mixed, so that a year of one
-- was read from about as many pages as it has readings.
alter table temperature_reading drop constraint temperature_reading_pkey,
  add primary key (storage_id, at) include (hundredths);
