import { lstatSync, readlinkSync, statSync } from 'node:fs'
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

/**
 * Returns the file to write for a path, as `followLinks` does. Throws a StartError if root would follow a link of an
 * account that may not write to the folder to which it leads.
 */
export async function findFileToWrite(file: string): Promise<string> {
  const link = process.getuid?.() === 0 ? findForeignLink(file) : undefined
  if (link === undefined) return followLinks(file)
  throw new StartError(
    `Nothing saved: ${link} is a symbolic link of another account, which root does not follow to a folder that does not belong to that account. Name the file to which it leads.`,
  )
}

/**
 * Returns a symbolic link on the way to a file or folder whose maker could lead root to what they may not touch
 * themselves: neither root, nor the owner of the folder to which it leads. Undefined if there is none.
 */
export function findForeignLink(file: string): string | undefined {
  const links: { place: string; uid: number }[] = []
  let place = path.parse(path.resolve(file)).root
  const names = [...(path.isAbsolute(file) ? [] : process.cwd().split(path.sep)), ...file.split(path.sep)]
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = path.join(place, name)
    const found = lstatSync(next, { throwIfNoEntry: false })
    if (!found?.isSymbolicLink()) {
      place = next
      continue
    }
    links.push({ place: next, uid: found.uid })
    if (links.length > maxLinks) return links.find(({ uid }) => uid !== 0)?.place
    const target = readlinkSync(next)
    if (path.isAbsolute(target)) place = path.parse(target).root
    names.unshift(...target.split(path.sep))
  }
  const folder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ? place : path.dirname(place)
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  return links.find(({ uid }) => uid !== 0 && uid !== owner)?.place
}
