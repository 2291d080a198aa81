import {
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testNow as madeAt, openLab } from '../../test/lab.ts'
import { verifyBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const lab = await openLab()

test.runIf(process.getuid?.() === 0)(
  'root writes no backup where the link of another account leads to a folder of root',
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
