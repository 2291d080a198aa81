import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Db } from '../src/db/database.ts'
import type { Listen } from '../src/db/listen.ts'
import { createDatabase, openUrl } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser on the PostgreSQL of the tests. */
    postgresUrl: string
    /** The name of a migrated database that every test database is a copy of. */
    migrated: string
  }
}

type TestDatabase = { db: Db; listen: Listen; close: () => Promise<void> }

/** A database that no test uses at present, and what `shapeOf` returned when it was new. */
type IdleDatabase = { url: string; drop: () => Promise<void>; shape: string }

/** The files of a worker run one after the other and share this module. */
const idle: IdleDatabase[] = []

/**
 * Opens a database of its own with the newest schema: an emptied one that an earlier file has left, or a new one.
 * Creating and dropping takes half a second beside two other workers.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = idle.pop() ?? (await createMigrated())
  const { db, listen, close } = await openUrl(database.url)
  return {
    db,
    listen,
    close: async () => {
      const isAsNew = await restore(db, database.shape).catch(() => false)
      await close()
      if (isAsNew) idle.push(database)
      else await database.drop()
    },
  }
}

async function createMigrated(): Promise<IdleDatabase> {
  const created = await createDatabase(inject('postgresUrl'), inject('migrated'))
  const { db, close } = await openUrl(created.url)
  const shape = await shapeOf(db)
  await close()
  return { ...created, shape }
}

/** Opens a database of its own without any schema. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  const { db, listen, close } = await openUrl(url)
  return { db, listen, close: () => close().then(drop) }
}

/** Empties a database. Returns false if a test changed more than rows; throws if a transaction is left open. */
async function restore(db: Db, shape: string): Promise<boolean> {
  await db.connection().execute(async (connection) => {
    await emptyTables(connection, 1000)
    await sql`set lock_timeout = '1s'`.execute(connection)
    await sql`delete from signing_key`.execute(connection)
    await sql`reset lock_timeout`.execute(connection)
  })
  return (await shapeOf(db)) === shape
}

/** Everything that a test could change beside rows: definitions, rules, settings, and statistics of the planner. */
async function shapeOf(db: Db): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select md5(concat(
      (select string_agg(concat_ws(' ', oid, relname, relkind, reloptions, case relkind when 'r' then reltuples end), ',' order by oid)
        from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped, attstattarget), ',' order by attrelid, attnum)
        from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)),
      (select string_agg(md5(concat_ws(' ', oid, proname, prosrc, proconfig)), ',' order by oid)
        from pg_proc where pronamespace = 'public'::regnamespace),
      (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(concat_ws(' ', oid, conname, convalidated), ',' order by oid) from pg_constraint),
      (select string_agg(nspname, ',' order by oid) from pg_namespace where nspname !~ '^pg_'),
      (select string_agg(extname, ',' order by oid) from pg_extension),
      (select string_agg(setconfig::text, ',') from pg_db_role_setting
        where setdatabase = (select oid from pg_database where datname = current_database())),
      (select datconnlimit from pg_database where datname = current_database()),
      (select string_agg(rule::text, ',' order by rule::text) from lifecycle_rule rule),
      (select string_agg(rule::text, ',' order by rule::text) from custody_rule rule),
      (select string_agg(name, ',' order by name) from kysely_migration)
    )) as shape
  `.execute(db)
  return rows[0]?.shape ?? ''
}

const kept = ['kysely_migration', 'kysely_migration_lock', 'lifecycle_rule', 'custody_rule', 'signing_key']

/** Above this size a table is truncated: deleted rows slow down reading until they are vacuumed. */
const maxDeleteBytes = 500_000

/**
 * Empties every table that a test can fill, the audit trail too, with triggers off, and restarts the sequences.
 * Truncating 20 tables takes 50 ms, deleting a few rows 1 ms.
 *
 * Waits `maxWaitMs` for the transactions of the test before, then fails with `55P03`. Waits without any lock: a
 * transaction that takes its tables in another order would end in a deadlock with this one.
 */
export async function emptyTables(db: Db, maxWaitMs = 10_000) {
  await sql
    .raw(`
    do $$
    declare
      names text := (
        select string_agg(oid::regclass::text, ', ' order by oid) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all('{${kept.join()}}')
      );
      name text;
      start bigint;
      latest timestamptz := clock_timestamp() + interval '${maxWaitMs} ms';
    begin
      perform set_config('session_replication_role', 'replica', true);
      loop
        begin
          execute 'lock table ' || names || ' in access exclusive mode nowait';
          exit;
        exception when lock_not_available then
          if clock_timestamp() > latest then raise; end if;
        end;
        perform pg_sleep(0.005);
      end loop;
      foreach name in array string_to_array(names, ', ') loop
        if pg_relation_size(name) > ${maxDeleteBytes} then
          execute 'truncate ' || name || ' cascade';
        elsif pg_relation_size(name) > 0 then
          execute 'delete from ' || name;
        end if;
      end loop;
      for name, start in select seqrelid::regclass, seqstart from pg_sequence loop
        perform setval(name, start, false);
      end loop;
    end $$
  `)
    .execute(db)
}

/**
 * Drops every table, as in a database that was just created. Clears the rows in which the database kept them: the tests
 * run without autovacuum, and the sixtieth schema would take three times as long to create as the first.
 */
export async function dropAll(db: Db) {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await sql`vacuum`.execute(db)
}
