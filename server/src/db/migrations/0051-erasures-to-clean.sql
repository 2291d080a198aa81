-- Erasures whose old row versions may still be in the files of the database. A server that stops while one of these tables
-- is in use, such as by a backup, cleans it after its next start.
create table erasure_to_clean (
  erasure_id uuid primary key references erasure
);

create function note_erasure_to_clean() returns trigger language plpgsql as $$
begin
  insert into erasure_to_clean values (new.id);
  return null;
end
$$;
create trigger erasure_is_to_be_cleaned after insert on erasure
  for each row execute function note_erasure_to_clean();
