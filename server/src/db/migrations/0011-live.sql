-- Tells every server what a transaction has changed; they hear it once it commits. One text told twice is heard once.
create function tell_live(what jsonb) returns void language plpgsql as $$
begin
  perform pg_notify('lims_live', what::text);
end
$$;

-- A message holds 8000 bytes at most: past a hundred storages it says 'all'.
create function tell_storages(changed integer[], more jsonb default '{}') returns void language plpgsql as $$
declare
  ids integer[];
begin
  select array_agg(distinct id order by id) into ids from unnest(changed) id where id is not null;
  if ids is null and more = '{}' then
    return;
  end if;
  perform tell_live(more || case
    when ids is null then '{}'
    when cardinality(ids) > 100 then '{"storages": "all"}'
    else jsonb_build_object('storages', ids)
  end);
end
$$;

-- The storage whose cell it is, the one that stands in it, and the one around, whose grid shows how full it is.
create function tell_placements() returns trigger language plpgsql as $$
declare
  touched integer[];
begin
  select array_agg(storage_id) || array_agg(child_storage_id) into touched from changed;
  perform tell_storages(
    touched || (select array_agg(storage_id) from placement where child_storage_id = any(touched))
  );
  return null;
end
$$;
create trigger placement_is_told after insert on placement
  referencing new table as changed for each statement execute function tell_placements();
create trigger placement_removal_is_told after delete on placement
  referencing old table as changed for each statement execute function tell_placements();
create trigger placement_move_from_is_told after update on placement
  referencing old table as changed for each statement execute function tell_placements();
create trigger placement_move_to_is_told after update on placement
  referencing new table as changed for each statement execute function tell_placements();

create function tell_changed_storages() returns trigger language plpgsql as $$
declare
  touched integer[];
begin
  select array_agg(id) into touched from changed;
  perform tell_storages(
    touched || (select array_agg(storage_id) from placement where child_storage_id = any(touched))
  );
  return null;
end
$$;
create trigger storage_is_told after insert on storage
  referencing new table as changed for each statement execute function tell_changed_storages();
create trigger storage_change_is_told after update on storage
  referencing new table as changed for each statement execute function tell_changed_storages();
create trigger storage_removal_is_told after delete on storage
  referencing old table as changed for each statement execute function tell_changed_storages();

-- A grid shows the status of the samples in its cells.
create function tell_changed_samples() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    perform tell_storages(
      (select array_agg(distinct p.storage_id) from changed join placement p on p.sample_id = changed.id),
      '{"samples": true}'
    );
  end if;
  return null;
end
$$;
create trigger sample_change_is_told after update on sample
  referencing new table as changed for each statement execute function tell_changed_samples();

create function tell_samples() returns trigger language plpgsql as $$
begin
  perform tell_live('{"samples": true}');
  return null;
end
$$;
create trigger sample_is_told after insert or delete on sample for each statement execute function tell_samples();

create function tell_batches() returns trigger language plpgsql as $$
begin
  perform tell_live('{"batches": true}');
  return null;
end
$$;
create trigger batch_is_told after insert or update or delete on batch
  for each statement execute function tell_batches();

-- A stream of changes ends with the session that opened it, on whichever server it is.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform tell_live(jsonb_build_object('endedSession', new.id));
  return null;
end
$$;
create trigger session_end_is_told after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_end();
