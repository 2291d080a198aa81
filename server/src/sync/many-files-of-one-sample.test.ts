import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import type { Db } from '../db/database.ts'
import { listFitting } from './match-queries.ts'

const lab = await openLab()

const rowsRead = async (db: Db) => {
  const { rows } = await sql<{ rows: string }>`
    select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'data_file'
  `.execute(db)
  return Number(rows[0]?.rows)
}

test('a page of the files of one sample is compared with its other files once, not file by file', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  const files = 2000
  await sql`
    insert into data_file
      (dvc_path, path, md5, uri, layout, object, header, sample_names, run_id, is_gone, needs_match, fits)
    select 'all.dvc', 'chr/' || lpad(n::text, 5, '0') || '.bam', md5((n / 2)::text), 'uri' || n, 3, '', 'absent', '{}', 1,
      n < 2, true, ${id}::uuid
    from generate_series(0, ${files} - 1) n
  `.execute(lab.db)
  await sql`
    insert into data_file (dvc_path, path, md5, uri, layout, object, header, sample_names, run_id)
    select 'all.dvc', 'a/' || n || '.bam', md5('a' || n), 'a' || n, 3, '', 'absent', '{}', 1
    from generate_series(1, ${files}) n
  `.execute(lab.db)
  await sql`analyze data_file`.execute(lab.db)

  await lab.db.transaction().execute(async (trx) => {
    const before = await rowsRead(trx)
    const page = await listFitting(trx, undefined, 2)
    expect((await rowsRead(trx)) - before).toBeLessThan(20 * files)

    expect(page).toHaveLength(100)
    expect(page.slice(0, 3).map(({ path, rival }) => [path, rival])).toEqual([
      ['chr/00002.bam', 'chr/00004.bam'],
      ['chr/00003.bam', 'chr/00004.bam'],
      ['chr/00004.bam', 'chr/00002.bam'],
    ])
    // Those that only this scan has not found count too.
    expect((await listFitting(trx, undefined, 1))[0]?.rival).toBe('chr/00000.bam')
  })
})
