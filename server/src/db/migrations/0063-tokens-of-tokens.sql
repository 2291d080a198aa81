-- The token with which this one was created; null if that was done in a browser. Revoking one ends those created with it.
alter table api_token add column created_with uuid;

update api_token token set created_with = event.token_id
from audit_event event
where event.action = 'token.create' and event.entity_id = token.id::text and event.token_id is not null;
