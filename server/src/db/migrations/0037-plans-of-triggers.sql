-- A trigger's statement is planned once for each connection, for as many rows as the first statement changed. After one
-- of some thousand rows, every later one on that connection read all samples to change a single one. Along the keys
-- it is right for any number of rows.
do $each$
declare
  called text;
begin
  foreach called in array array[
    'apply_lifecycle_events', 'apply_custody_events', 'mark_samples_stored', 'mark_samples_loose',
    'tell_changed_samples'
  ] loop
    execute format('alter function %I() set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off', called);
  end loop;
end
$each$;
