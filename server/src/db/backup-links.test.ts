import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testNow as madeAt, openLab } from '../../test/lab.ts'
import { verifyBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const lab = await openLab()

test.runIf(process.getuid?.() === 0)(
  'a backup of root does not follow a link of another account into a folder of root',
  async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'lims-foreign-'))
    onTestFinished(() => rmSync(own, { recursive: true }))
    const vault = path.join(own, 'vault')
    mkdirSync(vault)
    const victim = path.join(vault, 'shadow')
    writeFileSync(victim, 'kept')
    const link = path.join(own, 'latest.backup.gz')
    symlinkSync('vault/../vault/shadow', link)
    lchownSync(link, 54_321, 54_321)
    const refusal = `Nothing saved: ${link} is a symbolic link of another account`
    await expect(writeBackup(lab.db, link, madeAt)).rejects.toThrow(refusal)
    expect(readFileSync(victim, 'utf8')).toBe('kept')

    // What leads into a folder of its maker is followed.
    chownSync(vault, 54_321, 54_321)
    await writeBackup(lab.db, link, madeAt)
    expect((await verifyBackup(victim)).head.madeAt).toBe(madeAt.toISOString())
  },
)

test.runIf(process.getuid?.() === 0)(
  'root writes a backup to the folder that was checked, also once its owner has put a link in its place',
  async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'lims-exchanged-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    const [own, vault] = [path.join(parent, 'own'), path.join(parent, 'vault')]
    for (const one of [own, vault]) mkdirSync(one)
    const victim = path.join(vault, 'shadow')
    writeFileSync(victim, 'kept')
    const link = path.join(parent, 'latest.backup.gz')
    symlinkSync('own/shadow', link)
    for (const one of [own, link]) lchownSync(one, 54_321, 54_321)
    const exchanged = path.join(parent, 'exchanged')
    // The check is over when the first statement is sent.
    const exchange = () => {
      if (existsSync(exchanged)) return
      renameSync(own, exchanged)
      symlinkSync(vault, own)
    }
    const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
      exchange()
      return node
    }
    const db = lab.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
    await writeBackup(db, link, madeAt)
    expect([readFileSync(victim, 'utf8'), readdirSync(vault)]).toEqual(['kept', ['shadow']])
    expect((await verifyBackup(path.join(exchanged, 'shadow'))).head.madeAt).toBe(madeAt.toISOString())
  },
)
