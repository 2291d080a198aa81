-- An erasure empties an unknown code that was the ID of a subject, also in a stock-take that is closed.
create or replace function refuse_count_of_closed() returns trigger language plpgsql as $$
begin
  if not is_erasing() and exists (
    select from (select distinct stock_take_id from changed) of
    join stock_take on stock_take.id = of.stock_take_id where stock_take.state <> 'open'
  ) then
    raise exception 'the stock-take is closed' using errcode = 'LIM20';
  end if;
  perform pg_notify('lims_live', '{"freezerWork": true}');
  return null;
end
$$;
-- As 0037: planned along the keys, or after one change of many samples each change of one reads whole tables.
do $each$
declare
  called text;
begin
  foreach called in array array[
    'begin_stays', 'end_stays', 'end_put_away', 'keep_put_away', 'apply_custody_events_to_pick_lists',
    'refuse_count_of_closed'
  ] loop
    execute format('alter function %I() set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off', called);
  end loop;
end
$each$;
