-- Returns a UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds since 1970, then random bits. Written out,
-- because PostgreSQL has `uuidv7` only since version 18.
create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid()) placing
          substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid
$$;

-- Samples that are registered together are also received, moved and changed together. With random ids each of their rows in
-- the indexes by sample (key, history, audit trail, place) lay on a page of its own.
alter table sample alter column id set default time_ordered_uuid();
