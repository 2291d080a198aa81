import { statfs } from 'node:fs/promises'

const mib = 1024 * 1024
/** Writes are refused below this much free space, so that what was begun can be finished and recovered. */
const reservedBytes = 64 * mib
/** A backup and a restore stop below this much, as the database of a server that runs is often on the same disk. */
export const minFreeBytes = 2 * reservedBytes
/** A checkpoint frees space, and needs some itself: without any it would end the database. */
const neededToFreeBytes = 16 * mib
/** A database that has ended needs this much to recover. */
const neededToStartBytes = 32 * mib
const checkEveryMs = 1000

const fullLine = (folder: string) =>
  `The disk is full: less than ${reservedBytes / mib} MB are free in ${folder}. Nothing can be saved.`

type DiskSpace = {
  /** As of the last second: whether so little space is left that nothing new may be written. */
  isFull: () => boolean
  stop: () => void
}

/**
 * Watches the free space of a folder's file system, and logs when it becomes too little and when it is enough again.
 * `onLow` runs once a second while little is left, to free some.
 */
export async function watchDiskSpace(
  folder: string,
  log: (line: string) => void,
  onLow: () => Promise<void>,
): Promise<DiskSpace> {
  let isFull = false
  let isFreeing = false
  async function check() {
    const free = await freeBytes(folder)
    const wasFull = isFull
    isFull = free < reservedBytes
    if (isFull !== wasFull) log(isFull ? fullLine(folder) : 'The disk has space again.')
    if (!isFull || isFreeing || free < neededToFreeBytes) return
    isFreeing = true
    await onLow().catch(() => {})
    isFreeing = false
  }
  await check()
  const timer = setInterval(() => check().catch(() => {}), checkEveryMs)
  timer.unref()
  return {
    isFull: () => isFull,
    stop: () => clearInterval(timer),
  }
}

/** Whether a database that has ended may be started again. */
export const hasSpaceToStart = async (folder: string): Promise<boolean> =>
  (await freeBytes(folder)) >= neededToStartBytes

/** Returns how much may still be written in a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
