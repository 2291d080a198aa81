import type * as fs from 'node:fs'
import { chmodSync, lchownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareDataFolder } from './data-folder.ts'

const { onList } = vi.hoisted(() => ({ onList: { run: () => {} } }))
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>()
  const readdirSync = (folder: string) => {
    const names = original.readdirSync(folder)
    onList.run()
    return names
  }
  return { ...original, readdirSync }
})

test.runIf(process.getuid?.() === 0)(
  'root closes the data folder that was checked, also if its owner has exchanged the link to it since',
  () => {
    const { name, uid, gid } = unprivilegedAccount()
    const parent = mkdtempSync(path.join(tmpdir(), 'lims-exchanged-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    chmodSync(parent, 0o755)
    const [own, ofRoot, link] = ['own', 'of-root', 'link'].map((one) => path.join(parent, one)) as [
      string,
      string,
      string,
    ]
    for (const one of [own, ofRoot]) {
      mkdirSync(one)
      chmodSync(one, 0o755)
    }
    symlinkSync(own, link)
    for (const one of [own, link]) lchownSync(one, uid, gid)
    onList.run = () => {
      rmSync(link)
      symlinkSync(ofRoot, link)
      onList.run = () => {}
    }
    prepareDataFolder({ folder: link, isGiven: true, databaseUser: name }, findBinaries())
    expect([own, ofRoot].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o755])
  },
)
