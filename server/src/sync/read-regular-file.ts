import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { formatNumber } from '@lims/contract/format-count.ts'
import { errorCode } from '../errors/error-code.ts'

/** Thrown for a file or folder that cannot be used. The message ends a sentence that begins with its name. */
export class Unreadable extends Error {}

const inWords: Record<string, string> = {
  EACCES: 'cannot be read: permission is denied',
  EPERM: 'cannot be read: permission is denied',
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  ELOOP: 'is a symbolic link, which is not followed',
  ENAMETOOLONG: 'has a name too long to be read',
  // Thrown by Node.js before any system call.
  ERR_INVALID_ARG_VALUE: 'cannot be read: its path holds a NUL',
}

/** Translates errors of the file system to Unreadable. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (!code || !(syscall || code in inWords)) throw error
    throw new Unreadable(inWords[code] ?? `cannot be read (${code})`)
  }
}

/** Returns what was read, or why it cannot be. */
export function orUnreadable<T>(read: () => T): T | Unreadable {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
}

/** Errors of a path at which nothing can be, or which leads through a link. */
const isNoPlace = (error: unknown) => ['ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(errorCode(error) ?? '')

/** Finds what is at a path. Throws Unreadable if that cannot be known. */
export const findStat = (file: string): BigIntStats | undefined =>
  reading(() => {
    try {
      return lstatSync(file, { bigint: true, throwIfNoEntry: false })
    } catch (error) {
      if (isNoPlace(error)) return undefined
      throw error
    }
  })

/** Opens a regular file. Throws Unreadable for a link, and for a pipe, which would block. */
export function withRegularFile<T>(file: string, work: (fd: number, size: number) => T): T {
  const fd = reading(() => openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  try {
    return reading(() => {
      const stat = fstatSync(fd)
      if (!stat.isFile()) throw new Unreadable('is no file')
      return work(fd, stat.size)
    })
  } finally {
    closeSync(fd)
  }
}

export const readText = (file: string, maxBytes: number): string =>
  withRegularFile(file, (fd, size) => {
    if (size > maxBytes) {
      throw new Unreadable(`is ${megabytes(size)} MB large; up to ${megabytes(maxBytes)} MB are read`)
    }
    return readFileSync(fd, 'utf8')
  })

const megabytes = (bytes: number) => formatNumber(Math.ceil(bytes / 100_000) / 10)
