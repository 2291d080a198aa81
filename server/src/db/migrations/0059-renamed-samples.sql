-- A linked file is matched again by the next scan when its sample gets another name, tube ID or subject.
create function match_again() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update data_file set needs_match = true where sample_id = new.id and not needs_match;
  return null;
end
$$;
create trigger sample_is_matched_again after update of name, alias, subject_id on sample for each row
  when ((old.name, old.alias, old.subject_id) is distinct from (new.name, new.alias, new.subject_id))
  execute function match_again();

-- Those whose sample got another one before.
update data_file set needs_match = true
where sample_id is not null and exists (
  select from audit_event
  where entity_type = 'sample' and entity_id in (sample_id::text, upper(sample_id::text)) and action = 'sample.update'
    and before ?| '{name,alias,subjectId}'
);
