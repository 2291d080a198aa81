-- A server of the version before may go on beside the first one of this version, and stores IDs of subjects as they are
-- entered: an erasure of 'P 001' would leave 'P  001'. From now on, each is stored in the form that is compared (0045, 0050,
-- 0071), whoever writes it. The present version writes no other, so the function never runs for it.
create function store_subject_in_one_line() returns trigger language plpgsql as $$
begin
  -- A text of nothing else stays.
  new.subject_id := coalesce(nullif(btrim(composed(new.subject_id)), ''), new.subject_id);
  return new;
end
$$;
create trigger sample_subject_is_in_one_line before insert or update of subject_id on sample
  for each row when (new.subject_id <> btrim(composed(new.subject_id))) execute function store_subject_in_one_line();

select set_config('lims.audit_check', 'queued', true);

-- The trigger writes them in one line.
update sample set subject_id = subject_id where subject_id <> btrim(composed(subject_id));

update deleted_row
set content = content || jsonb_build_object('subject_id', btrim(composed(content ->> 'subject_id')))
where table_name = 'sample' and content ->> 'subject_id' <> btrim(composed(content ->> 'subject_id'))
  and btrim(composed(content ->> 'subject_id')) <> '';

-- Tokens that a token created at a server of before 0063 since then, as in 0063.
update api_token token set created_with = event.token_id
from audit_event event
where event.action = 'token.create' and event.entity_id = token.id::text and event.token_id is not null
  and token.created_with is null;
