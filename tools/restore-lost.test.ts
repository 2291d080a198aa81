import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { addToErasureList, erasureListBeside } from '../server/src/subjects/erasure-list.ts'
import { listErasures } from '../server/src/subjects/erasure-queries.ts'
import { openLab, testNow } from '../server/test/lab.ts'
import { ok } from '../server/test/ok.ts'
import { turnOnRoles } from '../server/test/people.ts'
import { createDatabase } from '../server/test/postgres-database.ts'
import { openTcpProxy } from '../server/test/tcp-proxy.ts'
import { runTool } from './test/run-tool.ts'

const lab = await openLab()

test('a restore that loses the database while it cleans up after an erasure says what it has restored', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-restore-lost-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'lims.backup.gz')
  await turnOnRoles(lab)
  await lab.addSample({ subject_id: 'S-9' })
  await writeBackup(lab.db, file, testNow)
  await ok(lab.post('/subjects/erase', { subjectId: 'S-9', reason: 'withdrew', samples: 'keep' }))
  await addToErasureList(erasureListBeside(file), await listErasures(lab.db))
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const proxy = await openTcpProxy(url)
  await proxy.start()
  proxy.loseReplyTo('vacuum (full)')

  const output = await runTool('restore', [file], { cwd: folder, settings: { DATABASE_URL: proxy.url.href } })

  expect(output).toMatch(/^Restored 1 batch, 1 sample/m)
  expect(output).toContain('Tube IDs continue after ')
  expect(output).toContain('Applied again 1 erasure since then.')
  expect(output).toMatch(
    /^The connection to the database was lost afterwards \([^\n]+\): old row versions were not removed from its files\./m,
  )
})
