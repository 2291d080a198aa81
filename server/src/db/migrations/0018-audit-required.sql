-- A transaction that changes what the laboratory keeps leaves an audit event, or it does not commit.
-- The conditions are evaluated for each row as it is written and queue one check a transaction, so that 10,000
-- samples cost one. A migration that changes rows lifts the rule first: select set_config('lims.audit_check', 'queued', true).
create function require_audit_event() returns trigger language plpgsql as $$
begin
  if current_setting('lims.audited', true) is distinct from 'on' then
    raise exception '% was changed without an audit event', tg_table_name using errcode = 'LIM09';
  end if;
  return null;
end
$$;

create function is_never_called() returns trigger language plpgsql as $$
begin
  return null;
end
$$;

-- Its condition only notes that there is an event, and is never true. A savepoint that is rolled back takes it back.
create trigger audit_event_is_noted after insert on audit_event for each row
  when (case when current_setting('lims.audited', true) = 'on' then false
    else set_config('lims.audited', 'on', true) is null end)
  execute function is_never_called();

do $each$
declare
  changed text;
begin
  foreach changed in array array['batch', 'sample', 'lifecycle_event', 'storage', 'placement', 'deletion'] loop
    execute format(
      $trigger$
        create constraint trigger %1$s_needs_audit_event after insert or update or delete on %1$I
          deferrable initially deferred for each row
          when (case when current_setting('lims.audit_check', true) = 'queued' then false
            else set_config('lims.audit_check', 'queued', true) = 'queued' end)
          execute function require_audit_event()
      $trigger$, changed);
  end loop;
end
$each$;

create constraint trigger print_run_needs_audit_event after insert on print_run
  deferrable initially deferred for each row
  when (case when current_setting('lims.audit_check', true) = 'queued' then false
    else set_config('lims.audit_check', 'queued', true) = 'queued' end)
  execute function require_audit_event();
