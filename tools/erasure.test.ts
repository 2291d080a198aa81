import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../server/test/browser.ts'
import { ownAddress, startServer } from '../server/test/server-process.ts'
import { signIn } from '../server/test/sign-in.ts'
import { runTool } from './test/run-tool.ts'

vi.setConfig({ testTimeout: 180_000 })

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'lims-erasure-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
})

const run = (tool: string, dataDir: string, ...args: string[]) =>
  runTool(tool, args, { cwd: parent, settings: { LIMS_DATA_DIR: dataDir } })

const settings = { ADMIN_EMAILS: 'ada@brain.example', LOG_LEVEL: 'debug' }
const subject = 'Zq7-Withdrawn-Kx41'
const notes = 'drawn at the kitchen table'

/** The files of a folder that contain a text, in any case. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => contentOf(file).toUpperCase().includes(text.toUpperCase()))

/** PostgreSQL replaces files, such as pg_internal.init, while they are listed. */
function contentOf(file: string): string {
  try {
    return readFileSync(file).toString('latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

const textOf = (backup: string) => gunzipSync(readFileSync(backup)).toString().toUpperCase()

async function openClient(url: string) {
  const { token } = await signIn(url)
  const browser = openBrowser()
  return {
    get: (address: string) => browser.send(`${url}/api${address}`, { token }),
    post: async (address: string, json: object) => {
      const reply = await browser.send(`${url}/api${address}`, { token, json })
      const body: unknown = await reply.json()
      expect(reply.status, JSON.stringify(body)).toBe(200)
      return body as { batch: { id: string }; sample: { id: string }; certificate: string }
    },
  }
}

test('after an erasure the subject is in no file, also if PostgreSQL applies a setting late', async () => {
  const folder = path.join(parent, 'late')
  const server = await startServer({ ...(await ownAddress()), ...settings, LIMS_DATA_DIR: folder })
  const { post } = await openClient(server.url)
  const { batch } = await post('/batches/add', {
    name: 'Pilot',
    description: 'd',
    numSamples: 5000,
    tubeType: 'EDTA',
  })
  await post('/samples/add', {
    batchId: batch.id,
    type: 'DNA',
    status: 'COLLECTED',
    name: 'A',
    subjectId: subject,
    notes,
  })
  const [postmaster] = readFileSync(path.join(folder, 'postgresql-18/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(postmaster), 'SIGSTOP')
  const goOn = setTimeout(() => process.kill(Number(postmaster), 'SIGCONT'), 3000)
  onTestFinished(() => clearTimeout(goOn))
  await post('/subjects/erase', { subjectId: subject, reason: 'withdrew', samples: 'keep' })
  await vi.waitFor(
    async () => {
      // Not before the cleaning has ended, with the last checkpoint.
      expect(readFileSync(path.join(folder, 'postgresql-18/postgresql.auto.conf'), 'utf8')).not.toContain(
        'recycle',
      )
      expect([...filesWith(folder, subject), ...filesWith(folder, notes)]).toEqual([])
    },
    { timeout: 60_000, interval: 500 },
  )
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('after an erasure the subject is in no file of the data folder, no new backup, no export, no log, and no restored older backup', async () => {
  const folder = path.join(parent, 'data')
  const server = await startServer({ ...(await ownAddress()), ...settings, LIMS_DATA_DIR: folder })
  const { get, post } = await openClient(server.url)
  const { batch } = await post('/batches/add', {
    name: 'Pilot',
    description: 'd',
    numSamples: 50,
    tubeType: 'EDTA',
  })
  const fields = { batchId: batch.id, type: 'DNA', status: 'COLLECTED' }
  for (let index = 0; index < 20; index++) {
    const { sample } = await post('/samples/add', {
      ...fields,
      name: `A-${index}`,
      subjectId: subject,
      notes,
    })
    await post('/samples/update', { id: sample.id, visitId: `V${index}` })
  }
  const earlier = path.join(parent, 'backups-1')
  mkdirSync(earlier)
  const older = path.join(earlier, 'older.backup.gz')
  await run('backup', folder, older)
  expect(textOf(older)).toContain(subject.toUpperCase())
  expect(existsSync(path.join(earlier, 'erasures.jsonl'))).toBe(false)
  expect(filesWith(folder, subject)).not.toEqual([])

  await post('/subjects/erase', { subjectId: subject, reason: 'withdrew', samples: 'keep' })

  await vi.waitFor(() => expect([...filesWith(folder, subject), ...filesWith(folder, notes)]).toEqual([]), {
    timeout: 60_000,
    interval: 500,
  })
  const exported = await (await get('/samples/export')).text()
  expect(exported).toContain('A-19')
  expect(exported.toUpperCase()).not.toContain(subject.toUpperCase())
  expect(server.lines().filter((line) => line.toUpperCase().includes(subject.toUpperCase()))).toEqual([])
  const newer = path.join(earlier, 'newer.backup.gz')
  await run('backup', folder, newer)
  expect(textOf(newer)).not.toContain(subject.toUpperCase())
  const list = path.join(earlier, 'erasures.jsonl')
  expect(readFileSync(list, 'utf8').toUpperCase()).not.toContain(subject.toUpperCase())
  // A symbolic link stays, and the list is beside it and beside the backup that it points to.
  const linked = path.join(parent, 'linked')
  const vault = path.join(parent, 'vault')
  for (const one of [linked, vault]) mkdirSync(one)
  symlinkSync('../vault/newest.backup.gz', path.join(linked, 'latest.backup.gz'))
  symlinkSync('../kept.jsonl', path.join(linked, 'erasures.jsonl'))
  await run('backup', folder, path.join(linked, 'latest.backup.gz'))
  expect(readdirSync(vault).sort()).toEqual(['erasures.jsonl', 'newest.backup.gz'])
  expect(readlinkSync(path.join(linked, 'latest.backup.gz'))).toBe('../vault/newest.backup.gz')
  expect(readlinkSync(path.join(linked, 'erasures.jsonl'))).toBe('../kept.jsonl')
  for (const one of [linked, vault])
    expect(readFileSync(path.join(one, 'erasures.jsonl'), 'utf8')).toBe(readFileSync(list, 'utf8'))
  expect(await server.kill('SIGTERM')).toBe(0)

  const restoredFolder = path.join(parent, 'restored')
  expect(await run('restore', restoredFolder, older)).toContain('Applied again 1 erasure')
  expect([...filesWith(restoredFolder, subject), ...filesWith(restoredFolder, notes)]).toEqual([])
  const again = path.join(parent, 'again.backup.gz')
  await run('backup', restoredFolder, again)
  expect(textOf(again)).not.toContain(subject.toUpperCase())
  expect(textOf(again)).toContain('A-19')

  // Through a link that was made later, the list beside the backup is read, and the one beside the link.
  const links = path.join(parent, 'links')
  mkdirSync(links)
  const link = path.join(links, 'older.backup.gz')
  symlinkSync('../backups-1/older.backup.gz', link)
  expect(await run('restore', path.join(parent, 'through-link'), link)).toContain(
    `Erasures read from ${list}.\nApplied again 1 erasure`,
  )

  // A named list that is older takes nothing from the one beside the backup.
  const empty = path.join(parent, 'empty.jsonl')
  writeFileSync(empty, '')
  expect(await run('restore', path.join(parent, 'both'), older, '--erasures', empty)).toContain(
    `Erasures read from ${list} and ${empty}.\nApplied again 1 erasure`,
  )

  // Elsewhere the list has to be named.
  const alone = path.join(parent, 'alone.backup.gz')
  copyFileSync(older, alone)
  rmSync(path.join(parent, 'erasures.jsonl'))
  expect(await run('restore', path.join(parent, 'named'), alone, '--erasures', list)).toContain(
    'Applied again 1 erasure',
  )
  const unnamed = await run('restore', path.join(parent, 'unnamed'), alone)
  expect(unnamed).toContain('No list of erasures was read')
  expect(unnamed).not.toContain('Applied again')
  expect(await run('restore', path.join(parent, 'newest'), newer)).not.toContain('Applied again')
})
