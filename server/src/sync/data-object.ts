import { type BigIntStats, lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { DvcProject, Remote } from './dvc-project.ts'
import type { DvcOutput } from './scan-lines.ts'
import { storableText } from './storable-text.ts'

/** Returns the path at which DVC 3, or DVC 2, keeps content in a cache or remote. */
const objectKey = ({ md5, layout }: Pick<DvcOutput, 'md5' | 'layout'>): string =>
  `${layout === 3 ? 'files/md5/' : ''}${md5.slice(0, 2)}/${md5.slice(2)}`

export type FoundObject = { file: string; place: 'cache' | 'remote' | 'path'; stat: BigIntStats }

/** Finds the content of a file on this machine: in the cache, in a remote that is a folder, or at its path. */
export function findObject(project: DvcProject, root: string, output: DvcOutput): FoundObject | undefined {
  return findKept(project, output) ?? findInPlace(root, output.path)
}

/** Finds the content of a file by its MD5 alone: in the cache, or in a remote that is a folder. */
export function findKept(
  project: DvcProject,
  output: Pick<DvcOutput, 'md5' | 'layout' | 'remote'>,
): FoundObject | undefined {
  const remote = remoteOf(project, output.remote)
  const folders = [
    { place: 'cache' as const, folder: project.cache },
    ...(remote && isFolder(remote) ? [{ place: 'remote' as const, folder: folderOf(remote) }] : []),
  ]
  const layouts = output.layout === 3 ? ([3, 2] as const) : ([2, 3] as const)
  for (const { place, folder } of folders) {
    for (const layout of layouts) {
      const file = path.join(folder, objectKey({ md5: output.md5, layout }))
      const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
      if (stat?.isFile()) return { file, place, stat }
    }
  }
  return undefined
}

function findInPlace(root: string, filePath: string): FoundObject | undefined {
  const file = path.join(root, filePath)
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  // A folder on the way may be a link that leads out.
  return stat?.isFile() && realpathSync(file) === file ? { file, place: 'path', stat } : undefined
}

/** Returns the address of a file in its remote if that has one, else its path in the repository. */
export function addressOf(project: DvcProject, output: DvcOutput): string {
  const remote = remoteOf(project, output.remote)
  if (!remote || isFolder(remote)) return output.path
  const key = remote.isByPath ? output.path : objectKey(output)
  const address = `${withoutSlashesAtEnd(withoutSecrets(remote.url))}/${key}`
  return storableText(address, maxAddressLength) === address ? address : output.path
}

const maxAddressLength = 2000

const remoteOf = (project: DvcProject, name: string | null): Remote | undefined =>
  project.remotes.get(name ?? project.defaultRemote ?? '')

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
