import { constants, existsSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { open, readlink, realpath, stat } from 'node:fs/promises'
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
  throw inCircle(file)
}

/**
 * Calls `write` with the file that a path leads to, as `followLinks` does. Throws a StartError if its folder does not
 * exist, or if root would follow a link of an account that may not write to that folder. Root opens the folder once: if
 * an account exchanges its folder or link on the way, `write` still uses the folder that was checked.
 */
export async function withFileToWrite<T>(named: string, write: (file: string) => Promise<T>): Promise<T> {
  const file = await followLinks(named)
  const folder = path.dirname(file)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new StartError(`Nothing saved: there is no folder ${folder}.`)
  if (process.getuid?.() !== 0) return write(file)
  const { target, links } = findWay(named)
  const opened = await open(path.dirname(target), constants.O_DIRECTORY)
  const held = `${openFiles}/${opened.fd}`
  try {
    const place = existsSync(openFiles) ? held : path.dirname(target)
    assertOwnWay(links, (await opened.stat()).uid)
    if (place === held && readlinkSync(held) !== path.dirname(target))
      throw new StartError(`Nothing saved: ${folder} was exchanged at this moment. Please try again.`)
    return await write(path.join(place, path.basename(target)))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const inFolder = path.join(held, path.basename(target))
    throw new StartError(error.message.replaceAll(inFolder, file).replaceAll(held, folder))
  } finally {
    await opened.close()
  }
}

/** Where Linux has the files that this process has open, under their numbers; other systems have no such folder. */
const openFiles = '/proc/self/fd'

function assertOwnWay(links: readonly Link[], owner: number) {
  const link = findForeign(links, owner)
  if (link === undefined) return
  throw new StartError(
    `Nothing saved: ${link} is a symbolic link of another account, which root does not follow to a folder that does not belong to that account. Name the file to which it leads.`,
  )
}

/**
 * Returns a symbolic link on the way to a file or folder whose maker could lead root to what they may not touch
 * themselves: neither root, nor the owner of the folder to which it leads. Undefined if there is none.
 */
export function findForeignLink(file: string): string | undefined {
  const { target, links } = findWay(file)
  const folder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ? target : path.dirname(target)
  return findForeign(links, statSync(folder, { throwIfNoEntry: false })?.uid)
}

const findForeign = (links: readonly Link[], owner: number | undefined) =>
  links.find(({ uid }) => uid !== 0 && uid !== owner)?.place

type Link = { place: string; uid: number }

/** Returns what a path leads to, with no link on the way to it, and the links on the way. */
function findWay(file: string): { target: string; links: Link[] } {
  const links: Link[] = []
  let target = path.parse(path.resolve(file)).root
  const names = [...(path.isAbsolute(file) ? [] : process.cwd().split(path.sep)), ...file.split(path.sep)]
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = path.join(target, name)
    const found = lstatSync(next, { throwIfNoEntry: false })
    if (!found?.isSymbolicLink()) {
      target = next
      continue
    }
    links.push({ place: next, uid: found.uid })
    if (links.length > maxLinks) throw inCircle(file)
    const to = readlinkSync(next)
    if (path.isAbsolute(to)) target = path.parse(to).root
    names.unshift(...to.split(path.sep))
  }
  return { target, links }
}

const inCircle = (file: string) =>
  new StartError(`Nothing saved: the symbolic link ${file} leads in a circle.`)
