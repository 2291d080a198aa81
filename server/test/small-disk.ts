import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A file system of its own; only root may make one. */
export function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Fills a disk until this many megabytes are free, and returns how to make room again. */
export function fill(disk: string, leaveMegabytes: number): () => void {
  const file = path.join(disk, 'ballast')
  const { bavail, bsize } = statfsSync(disk)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  const count = leaveMegabytes === 0 ? [] : [`count=${free - leaveMegabytes}`]
  // It fails, as is meant, where it is to leave nothing.
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M', ...count])
  return () => rmSync(file)
}
