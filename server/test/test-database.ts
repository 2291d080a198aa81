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

export type TestDatabase = { db: Db; listen: Listen; close: () => Promise<void> }

/** Opens a database of its own with the newest schema. */
export const openTestDatabase = (): Promise<TestDatabase> => open(inject('migrated'))

/** Opens a database of its own without any schema. */
export const openEmptyDatabase = (): Promise<TestDatabase> => open()

async function open(template?: string): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(inject('postgresUrl'), template)
  const { db, listen, close } = await openUrl(url)
  return { db, listen, close: () => close().then(drop) }
}

const kept = ['kysely_migration', 'kysely_migration_lock', 'lifecycle_rule', 'custody_rule', 'signing_key']

/** Above this size a table is truncated: deleted rows slow down reading until they are vacuumed. */
const maxDeleteBytes = 500_000

/**
 * Empties every table that a test can fill, the audit trail too, with triggers off, and restarts the sequences. Waits
 * for the transactions of the test before. Truncating 20 tables takes 50 ms, deleting a few rows 1 ms.
 */
export async function emptyTables(db: Db) {
  await sql
    .raw(`
    do $$
    declare
      names text := (
        select string_agg(oid::regclass::text, ', ') from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all('{${kept.join()}}')
      );
      name text;
      start bigint;
    begin
      perform set_config('session_replication_role', 'replica', true);
      execute 'lock table ' || names || ' in access exclusive mode';
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
