import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

/** Has the processes of this server killed once they have read a little, as for too much memory. */
async function killPrograms() {
  const folder = await mkdtemp(join(tmpdir(), 'lims-killed-'))
  const place = join(folder, 'node')
  writeFileSync(place, '#!/bin/sh\nhead -c 1000 >/dev/null\nkill -9 $$\n', { mode: 0o755 })
  const { execPath } = process
  onTestFinished(async () => {
    process.execPath = execPath
    await rm(folder, { recursive: true })
  })
  process.execPath = place
}

test('an Excel file that takes too much memory or time is refused with the advice to export CSV', async () => {
  // More than the pipe to a program holds.
  for (let index = 0; index < 20; index++) {
    await lab.addSample({ name: `NB-${index}`, notes: randomBytes(12_000).toString('base64') })
  }
  await killPrograms()
  const reply = await lab.get('/samples/export', { format: 'xlsx' })
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    {
      code: 'export-too-large',
      message:
        'Making the Excel file took too much memory or time. Export it as CSV, or export fewer samples.',
    },
  ])
  expect((await lab.get('/samples/export', { format: 'csv' })).statusCode).toBe(200)
})
