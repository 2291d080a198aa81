import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { listSequences, listTables } from '../src/db/backup-tables.ts'
import type { Db } from '../src/db/database.ts'
import { verifyBackup } from '../src/db/read-backup.ts'
import { restoreBackup } from '../src/db/restore-backup.ts'

export const restore = async (db: Db, from: string) => restoreBackup(db, await verifyBackup(from))

/** Every row of every table as text, and how far each sequence is. */
export async function rowsOf(db: Db) {
  const tables: Record<string, string[]> = {}
  for (const table of await listTables(db)) {
    const { rows } = await sql<{
      row: string
    }>`select kept::text as row from ${sql.table(table)} kept order by 1`.execute(db)
    tables[table] = rows.map(({ row }) => row)
  }
  return { tables, sequences: await listSequences(db) }
}

/** The backup with its lines edited, packed again. */
export const edited = (whole: Buffer, edit: (lines: string[]) => string[]) =>
  gzipSync(edit(gunzipSync(whole).toString().split('\n')).join('\n'))
