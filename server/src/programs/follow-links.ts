import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readlinkSync } from 'node:fs'
import { readlink, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorMessage } from '../errors/error-message.ts'
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
  throw new StartError(`Nothing saved: ${inCircle(file)}.`)
}

/**
 * Calls `write` with the file that a path leads to, as `followLinks` does, and with a path to it (`real`) without
 * links, for what is written beside it, which has to be checked in turn. Throws a StartError if its folder does not
 * exist, or root may not read it, or if root would follow a link of an account that may not write to that folder. Root
 * opens the folder once: if an account exchanges its folder or link on the way, `write` still uses the folder that was
 * checked.
 */
export async function withFileToWrite<T>(
  named: string,
  write: (file: string, real: string) => Promise<T>,
): Promise<T> {
  const file = await followLinks(named)
  const folder = path.dirname(file)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new StartError(`Nothing saved: there is no folder ${folder}.`)
  if (process.getuid?.() !== 0) return write(file, file)
  const { opened, target } = openFolderOf(named)
  const inFolder = path.join(opened.place, path.basename(target))
  try {
    if (opened.foreignLink !== undefined) {
      throw new StartError(
        `Nothing saved: ${opened.foreignLink} is a symbolic link of another account, which root does not follow to a folder that does not belong to that account. Name the file to which it leads.`,
      )
    }
    return await write(inFolder, target)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message.replaceAll(inFolder, file).replaceAll(opened.place, folder))
  } finally {
    opened.close()
  }
}

/** Opens the folder of the file to which a path leads. Throws a StartError if it cannot be opened. */
function openFolderOf(file: string) {
  try {
    const { target, links } = findWay(file)
    return { opened: openFolder({ target: path.dirname(target), links }), target }
  } catch (error) {
    throw new StartError(`Nothing saved: ${errorMessage(error)}.`)
  }
}

/**
 * Calls `use` with a folder that is opened once: if an account exchanges a link on the way, `use` still has the folder
 * that it checks. Throws an Error if it cannot be opened.
 */
export function withFolder(folder: string, use: (opened: OpenFolder) => void): void {
  const opened = openFolder(findWay(folder))
  try {
    use(opened)
  } finally {
    opened.close()
  }
}

/** Where Linux has the files that this process has open, under their numbers; other systems have no such folder. */
const openFiles = '/proc/self/fd'

export type OpenFolder = {
  number: number
  owner: number
  mode: number
  /** A path to it that nobody can exchange, on Linux, for this process only. */
  place: string
  /**
   * A symbolic link on the way by which its owner could lead root to what they may not touch themselves: it belongs
   * neither to root nor to the owner of the folder. The folder itself if a link was put there after `findWay`.
   */
  foreignLink: string | undefined
  close: () => void
}

/** Opens the folder at the end of a way. */
function openFolder({ target, links }: Way): OpenFolder {
  const number = openSync(target, constants.O_DIRECTORY)
  try {
    const { uid: owner, mode } = fstatSync(number)
    const held = `${openFiles}/${number}`
    const isHeld = existsSync(openFiles)
    const exchanged = isHeld && !isAt(target, number, readlinkSync(held)) ? target : undefined
    return {
      number,
      owner,
      mode,
      place: isHeld ? held : target,
      foreignLink: links.find(({ uid }) => uid !== 0 && uid !== owner)?.place ?? exchanged,
      close: () => closeSync(number),
    }
  } catch (error) {
    closeSync(number)
    throw error
  }
}

/**
 * Whether an open folder is the one at a path, and not one to which a link there led. A file system that ignores case
 * may name it (`opened`) as it was spelled by whoever opened it first.
 */
function isAt(target: string, number: number, opened: string): boolean {
  if (opened === target) return true
  const { dev, ino } = fstatSync(number)
  const found = lstatSync(target, { throwIfNoEntry: false })
  return opened.toLowerCase() === target.toLowerCase() && found?.dev === dev && found.ino === ino
}

type Link = { place: string; uid: number }
/** What a path leads to, with no link on the way to it, and the links that were. */
type Way = { target: string; links: Link[] }

function findWay(file: string): Way {
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
    if (links.length > maxLinks) throw new Error(inCircle(file))
    const to = readlinkSync(next)
    if (path.isAbsolute(to)) target = path.parse(to).root
    names.unshift(...to.split(path.sep))
  }
  return { target, links }
}

const inCircle = (file: string) => `the symbolic link ${file} leads in a circle`
