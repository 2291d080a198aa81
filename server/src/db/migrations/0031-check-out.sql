-- Check-out and return: cells that a check-out freed, tubes to put away, confirmations of freeze-thaw cycles over the limit.

-- Whether the change took the sample out of its cell; its undo puts it back.
alter table custody_event add column frees_cell boolean not null default false;
update deleted_row set content = content || '{"frees_cell": false}' where table_name = 'custody_event';

-- The people who hold something, and what is due back.
create index custody_event_due on custody_event (expected_return_at) where expected_return_at is not null;

-- Samples that were returned, and that nobody has put into a cell yet. A list of work: it has no history.
create table put_away (
  sample_id uuid primary key references sample on delete cascade,
  returned_at timestamptz not null,
  returned_by text not null references person
);

create function keep_put_away() returns trigger language plpgsql as $$
begin
  if current_setting('lims.restoring', true) = 'on' then
    return null;
  end if;
  delete from put_away waiting using happened e where waiting.sample_id = e.sample_id and e.via <> 'return';
  insert into put_away (sample_id, returned_at, returned_by)
    select e.sample_id, e.at, e.person_id from happened e where e.via = 'return'
    on conflict (sample_id) do update set returned_at = excluded.returned_at, returned_by = excluded.returned_by;
  return null;
end
$$;
create trigger custody_event_changes_what_waits after insert on custody_event
  referencing new table as happened for each statement execute function keep_put_away();

-- A sample that a person places is put away.
create function end_put_away() returns trigger language plpgsql as $$
begin
  if exists (select from put_away limit 1) then
    delete from put_away waiting using happened p where waiting.sample_id = p.sample_id;
  end if;
  return null;
end
$$;
create trigger placement_ends_put_away after insert on placement
  referencing new table as happened for each statement execute function end_put_away();

-- Check-outs that went over the limit of freeze-thaw cycles: another person confirms each.
create table thaw_over_limit (
  event_id bigint primary key references custody_event on delete cascade,
  sample_id uuid not null references sample on delete cascade,
  -- With this check-out.
  thaw_count integer not null check (thaw_count > 0),
  thaw_limit integer not null check (thaw_limit >= 0),
  requested_by text not null references person,
  confirmed_by text references person,
  confirmed_at timestamptz,
  constraint thaw_is_confirmed_by_another_person check (confirmed_by is distinct from requested_by),
  constraint thaw_confirmation_is_whole check ((confirmed_by is null) = (confirmed_at is null))
);
create index thaw_over_limit_of_sample on thaw_over_limit (sample_id);
create index thaw_waits_for_confirmation on thaw_over_limit (event_id) where confirmed_by is null;

-- The person of the check-out is that of its event, and nobody rewrites a confirmation.
create function guard_thaw_over_limit() returns trigger language plpgsql as $$
begin
  if current_setting('lims.restoring', true) = 'on' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if old.confirmed_by is not null or (new.event_id, new.sample_id, new.thaw_count, new.thaw_limit, new.requested_by)
      is distinct from (old.event_id, old.sample_id, old.thaw_count, old.thaw_limit, old.requested_by)
    then
      raise exception 'a freeze-thaw cycle is confirmed once, and nothing else about it changes' using errcode = 'LIM02';
    end if;
    return new;
  end if;
  select person_id into strict new.requested_by from custody_event
    where id = new.event_id and sample_id = new.sample_id and thawed and undoes is null;
  return new;
end
$$;
create trigger thaw_over_limit_is_guarded before insert or update on thaw_over_limit
  for each row execute function guard_thaw_over_limit();
create trigger thaw_over_limit_is_kept before delete on thaw_over_limit
  for each row execute function refuse_to_forget_events();
create constraint trigger thaw_over_limit_needs_audit_event after insert or update on thaw_over_limit
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();

-- Open pages show who holds what.
create function notify_freezer_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('lims_live', '{"freezerWork":true}');
  return null;
end
$$;
create trigger custody_event_notifies after insert on custody_event
  for each statement execute function notify_freezer_work();
create trigger put_away_notifies after insert or delete on put_away
  for each statement execute function notify_freezer_work();
create trigger thaw_over_limit_notifies after insert or update on thaw_over_limit
  for each statement execute function notify_freezer_work();
