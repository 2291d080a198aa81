-- How many samples there are of each kind, so that a total costs the same at a million as at ten.
-- A count is the sum over its slots: writers of one batch take different ones and do not wait for each other.
create table sample_count (
  batch_id uuid not null,
  status text not null,
  type text not null,
  site_id text not null,
  slot integer not null,
  samples bigint not null,
  primary key (batch_id, status, type, site_id, slot)
);

insert into sample_count
select batch_id, status, type, coalesce(site_id, ''), 0, count(*) from sample group by 1, 2, 3, 4;

create function sample_count_slot() returns integer language sql as $$ select pg_backend_pid() % 4 $$;

create function count_samples_in() returns trigger language plpgsql as $$
begin
  insert into sample_count as counted
  select batch_id, status, type, coalesce(site_id, ''), sample_count_slot(), count(*) from came
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (batch_id, status, type, site_id, slot) do update set samples = counted.samples + excluded.samples;
  return null;
end
$$;

create function count_samples_out() returns trigger language plpgsql as $$
begin
  insert into sample_count as counted
  select batch_id, status, type, coalesce(site_id, ''), sample_count_slot(), -count(*) from went
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (batch_id, status, type, site_id, slot) do update set samples = counted.samples + excluded.samples;
  return null;
end
$$;

-- Both sides in one statement and in one order, so that two writers never wait for each other in a ring.
create function count_samples_moved() returns trigger language plpgsql as $$
begin
  insert into sample_count as counted
  select batch_id, status, type, site_id, sample_count_slot(), sum(step) from (
    select batch_id, status, type, coalesce(site_id, '') as site_id, -1 as step from went
    union all
    select batch_id, status, type, coalesce(site_id, ''), 1 from came
  ) steps
  group by 1, 2, 3, 4 having sum(step) <> 0 order by 1, 2, 3, 4
  on conflict (batch_id, status, type, site_id, slot) do update set samples = counted.samples + excluded.samples;
  return null;
end
$$;

create function forget_counts_of_batch() returns trigger language plpgsql as $$
begin
  delete from sample_count where batch_id = old.id;
  return null;
end
$$;

create trigger samples_counted_in after insert on sample
  referencing new table as came for each statement execute function count_samples_in();
create trigger samples_counted_out after delete on sample
  referencing old table as went for each statement execute function count_samples_out();
create trigger samples_counted_moved after update on sample
  referencing old table as went new table as came for each statement execute function count_samples_moved();
create trigger batch_counts_forgotten after delete on batch
  for each row execute function forget_counts_of_batch();
