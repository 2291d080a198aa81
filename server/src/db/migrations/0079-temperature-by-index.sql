-- The temperature of a storage is read by index alone. The joins of 0030 read the whole table of storages for each call
-- where PostgreSQL expects that to be cheaper: with 5,000 of them, the temperatures of 1,000 boxes took over a second.

create or replace function storage_temperature(of_storage integer) returns double precision language sql stable as $$
  with recursive up (id, steps) as (
    select of_storage, 0
    union all
    select above.storage_id, steps + 1
    from up cross join lateral (
      select storage_id from placement where child_storage_id = up.id limit 1
    ) above
    where steps < 10
  )
  select around.nominal_temperature_c
  from up cross join lateral (select nominal_temperature_c from storage where storage.id = up.id limit 1) around
  where around.nominal_temperature_c is not null order by steps limit 1
$$;
