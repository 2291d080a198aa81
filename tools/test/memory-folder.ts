import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

/** The file system in memory of Linux. */
const shared = '/dev/shm'
const prefix = 'lims-test-'

/** Twice what the files of all tests take at most. */
const minFreeBytes = 4 * 1024 ** 3

/**
 * Creates a folder in memory for the temporary files of tests, the data of PostgreSQL above all: creating and removing
 * thousands of files takes a tenth of the processor time of the tests on a disk. Removed when this process exits.
 * Returns undefined on other systems than Linux, where too little memory is free, and where no program may be run in
 * it.
 */
export function openMemoryFolder(): string | undefined {
  removeLeftovers()
  const folder = path.join(shared, `${prefix}${process.pid}`)
  try {
    const { bavail, bsize } = statfsSync(shared)
    if (Math.min(bavail * bsize, freemem()) < minFreeBytes) return undefined
    mkdirSync(folder)
  } catch {
    return undefined
  }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // As /tmp: a PostgreSQL that is started by root runs under another account.
  chmodSync(folder, 0o1777)
  return mayRunPrograms(folder) ? folder : undefined
}

function mayRunPrograms(folder: string): boolean {
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** Removes the folders of runs that were killed, except those of other accounts. */
function removeLeftovers() {
  for (const name of namesIn(shared)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue
    try {
      rmSync(path.join(shared, name), { recursive: true, force: true })
    } catch (error) {
      if (!isDenied(error)) throw error
    }
  }
}

const isDenied = (error: unknown) => /^(EACCES|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
