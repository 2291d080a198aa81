import { type BigIntStats, realpathSync } from 'node:fs'
import path from 'node:path'
import type { DvcProject, Remote } from './dvc-project.ts'
import { variable } from './named-outputs.ts'
import { findStat, orUnreadable, reading, Unreadable } from './read-regular-file.ts'
import { type DvcOutput, noRemote } from './scan-lines.ts'
import { storableText } from './storable-text.ts'

/** Returns the path at which DVC 3, or DVC 2, keeps content in a cache or remote. */
const objectKey = ({ md5, layout }: Pick<DvcOutput, 'md5' | 'layout'>): string =>
  `${layout === 3 ? 'files/md5/' : ''}${md5.slice(0, 2)}/${md5.slice(2)}`

type Place = { file: string; place: 'cache' | 'remote' | 'path' }
export type FoundObject = Place & { stat: BigIntStats }
type KeptOutput = Pick<DvcOutput, 'md5' | 'layout' | 'remote'>

/**
 * Finds the content of a file on this machine: in the cache, in a remote that is a folder, or at its path. Throws
 * `Unreadable` if it may be in a folder that cannot be read. Without a size, as in the manifest of a folder, the file
 * at its path may still be that of an earlier version, so it does not count.
 */
export const findObject = (project: DvcProject, root: string, output: DvcOutput): FoundObject | undefined =>
  findFirst([
    ...placesOf(project, output),
    ...(output.size === null ? [] : [{ place: 'path' as const, file: path.join(root, output.path) }]),
  ])

/** Finds the content of a file by its MD5 alone: in the cache, or in a remote that is a folder. Throws `Unreadable`. */
export const findKept = (project: DvcProject, output: KeptOutput): FoundObject | undefined =>
  findFirst(placesOf(project, output))

function placesOf(project: DvcProject, output: KeptOutput): Place[] {
  const remote = remoteOf(project, output.remote)
  const folders = [
    { place: 'cache' as const, folder: project.cache },
    ...(remote && isFolder(remote) ? [{ place: 'remote' as const, folder: folderOf(remote) }] : []),
  ]
  const layouts = output.layout === 3 ? ([3, 2] as const) : ([2, 3] as const)
  return folders.flatMap(({ place, folder }) =>
    layouts.map((layout) => ({ place, file: path.join(folder, objectKey({ md5: output.md5, layout })) })),
  )
}

function findFirst(places: readonly Place[]): FoundObject | undefined {
  let unreadable: Unreadable | undefined
  for (const { place, file } of places) {
    const stat = orUnreadable(() => statOfFile({ place, file }))
    if (stat instanceof Unreadable) unreadable ??= stat
    else if (stat) return { file, place, stat }
  }
  if (unreadable) throw unreadable
  return undefined
}

function statOfFile({ place, file }: Place): BigIntStats | undefined {
  const stat = findStat(file)
  // A folder on the way may be a link that leads out.
  const isHere = stat?.isFile() && (place !== 'path' || reading(() => realpathSync(file)) === file)
  return isHere ? stat : undefined
}

/** Returns the address of a file in its remote if that has one, else its path in the repository. */
export function addressOf(project: DvcProject, root: string, output: DvcOutput): string {
  const remote = remoteOf(project, output.remote)
  if (!remote || isFolder(remote)) return output.path
  const inProject = path.relative(project.folder, path.join(root, output.path))
  // DVC keeps nothing by path that is outside of its project. A variable of dvc.yaml stands for an unknown folder.
  if (remote.isByPath && (inProject.startsWith('../') || variable.test(inProject))) return output.path
  const key = remote.isByPath ? inProject : objectKey(output)
  const address = `${withoutSlashesAtEnd(withoutSecrets(remote.url))}/${key}`
  return storableText(address, maxAddressLength) === address ? address : output.path
}

const maxAddressLength = 2000

const remoteOf = ({ remotes, defaultRemote }: DvcProject, name: string | null): Remote | undefined =>
  name === noRemote ? undefined : remotes.get(name ?? defaultRemote ?? '')

const isFolder = ({ url }: Remote) => path.isAbsolute(url) || url.startsWith('file://')
const folderOf = ({ url }: Remote) => url.replace(/^file:\/\//, '')

/** An address may carry a password before the @, or a key after the question mark. */
const withoutSecrets = (url: string) =>
  url.replace(/^([a-z0-9+.-]+:\/\/)[^/]*@/i, '$1').replace(/[?#].*$/s, '')

function withoutSlashesAtEnd(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
