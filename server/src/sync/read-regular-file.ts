import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { formatNumber } from '@lims/contract/format-count.ts'

/** Thrown for a file or folder that cannot be used. The message ends a sentence that begins with its name. */
export class Unreadable extends Error {}

const inWords: Record<string, string> = {
  EACCES: 'cannot be read: permission is denied',
  EPERM: 'cannot be read: permission is denied',
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  ELOOP: 'is a symbolic link, which is not followed',
  ENAMETOOLONG: 'has a name too long to be read',
}

/** Translates errors of the file system to Unreadable. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (!syscall || !code) throw error
    throw new Unreadable(inWords[code] ?? `cannot be read (${code})`)
  }
}

/** Opens a regular file. Throws Unreadable for a link, and for a pipe, which would block. */
export function withRegularFile<T>(file: string, work: (fd: number, size: number) => T): T {
  const fd = reading(() => openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw new Unreadable('is no file')
    return reading(() => work(fd, stat.size))
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
