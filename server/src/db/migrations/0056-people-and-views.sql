-- Open pages show new people, new tokens and saved views.
create trigger person_notifies after insert on person for each row execute function tell_access();
create trigger token_notifies after insert on api_token for each row execute function tell_access();

create function notify_views() returns trigger language plpgsql as $$
begin
  perform pg_notify('lims_live', '{"views":true}');
  return null;
end
$$;
create trigger saved_view_notifies after insert or update or delete on saved_view
  for each statement execute function notify_views();
