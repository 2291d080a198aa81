import { readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../errors/start-error.ts'

/** As Linux has it. */
const maxLinks = 40

/**
 * Returns the file that a path leads to through symbolic links, whether it exists or not: writing to it by renaming
 * keeps the links. Throws a StartError if they form a circle.
 */
export async function followLinks(file: string): Promise<string> {
  let target = file
  for (let links = 0; links < maxLinks; links++) {
    const link = await readlink(target).catch(() => undefined)
    if (link === undefined) return target
    target = path.resolve(await realpath(path.dirname(target)), link)
  }
  throw new StartError(`Nothing saved: the symbolic link ${file} leads in a circle.`)
}
