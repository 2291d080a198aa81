-- Receipts of one batch waited for each other: twelve connections shared four slots of the counts.
create or replace function sample_count_slot() returns integer language sql as $$ select pg_backend_pid() % 16 $$;

-- Most samples that change are not in a storage: then there is nothing to collect.
create or replace function tell_changed_samples() returns trigger language plpgsql as $$
declare
  touched integer[];
begin
  if not exists (select from changed) then
    return null;
  end if;
  select array_agg(distinct p.storage_id) into touched from changed join placement p on p.sample_id = changed.id;
  if touched is null then
    perform pg_notify('lims_live', '{"samples": true}');
  else
    perform tell_storages(touched, '{"samples": true}');
  end if;
  return null;
end
$$;
