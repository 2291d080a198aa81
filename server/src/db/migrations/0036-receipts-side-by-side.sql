-- PostgreSQL lets one transaction with a NOTIFY commit at a time, so that receipts waited for each other, and each for
-- an fsync of its own. Where the server says that it will notify after the commit, the trigger leaves it to it.
create or replace function tell_changed_samples() returns trigger language plpgsql as $$
declare
  touched integer[];
begin
  if current_setting('lims.notified_by', true) = 'server' or not exists (select from changed) then
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
