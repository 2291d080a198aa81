import path from 'node:path'
import { fileSignature } from './file-signature.ts'
import { findStat, orUnreadable, readText, Unreadable } from './read-regular-file.ts'

export type Remote = {
  url: string
  /** Kept by path, as in `dvc remote modify … version_aware true`, instead of by content. */
  isByPath: boolean
}

/** A folder with a .dvc folder in it; a repository may hold several. */
export type DvcProject = {
  folder: string
  cache: string
  remotes: Map<string, Remote>
  defaultRemote: string | null
  /** Changes with the configuration, on which the addresses of all its files depend. */
  signature: string
}

type Sections = Map<string, Map<string, string>>
const maxConfigBytes = 1_000_000

/** `file` is the one that cannot be read, in the folder of the project. */
type UnreadableProject = { file: string; problem: string }

/** Reads cache and remotes of a DVC project from its configuration; undefined for a folder that is none. */
export function readDvcProject(folder: string): DvcProject | UnreadableProject | undefined {
  const isProject = orUnreadable(() => isDvcProject(folder))
  if (isProject instanceof Unreadable) return { file: '.dvc', problem: isProject.message }
  if (!isProject) return undefined
  const dvcFolder = path.join(folder, '.dvc')
  const sections: Sections = new Map()
  const signatures: string[] = []
  // config.local overrides config. It may contain passwords, so only addresses are read from it.
  for (const name of ['config', 'config.local']) {
    const file = path.join(dvcFolder, name)
    const read = orUnreadable(() => {
      const stat = findStat(file)
      return stat && { stat, text: readText(file, maxConfigBytes) }
    })
    if (read instanceof Unreadable) return { file: `.dvc/${name}`, problem: read.message }
    if (!read) continue
    addSections(sections, read.text)
    signatures.push(fileSignature(read.stat))
  }
  const cache = sections.get('cache')?.get('dir')
  return {
    folder,
    cache: path.resolve(dvcFolder, cache ?? 'cache'),
    remotes: remotesIn(sections, dvcFolder),
    defaultRemote: sections.get('core')?.get('remote') ?? null,
    signature: signatures.join(),
  }
}

/** Throws `Unreadable`. */
export const isDvcProject = (folder: string): boolean =>
  findStat(path.join(folder, '.dvc'))?.isDirectory() ?? false

function addSections(sections: Sections, text: string) {
  let section = new Map<string, string>()
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    const [, name] = /^\[(.+)\]$/s.exec(trimmed) ?? []
    if (name) {
      const known = unquoted(name)
      section = sections.get(known) ?? new Map()
      sections.set(known, section)
    }
    const [, key, value] = /^([\w-]+)\s*=\s*(.*)$/s.exec(trimmed) ?? []
    if (key && value !== undefined) section.set(key, unquoted(value))
  }
}

const unquoted = (text: string) => /^(['"])(.*)\1$/s.exec(text)?.[2] ?? withoutComment(text)

/** A # that follows white space begins a comment. */
function withoutComment(text: string): string {
  const at = text.search(/\s#/)
  return at < 0 ? text : text.slice(0, at).trimEnd()
}

function remotesIn(sections: Sections, dvcFolder: string): Map<string, Remote> {
  const remotes = new Map<string, Remote>()
  for (const [section, settings] of sections) {
    const [, name] = /^remote "(.*)"$/s.exec(section) ?? []
    const url = settings.get('url')
    if (name === undefined || !url) continue
    const isByPath = ['version_aware', 'worktree'].some((key) => settings.get(key)?.toLowerCase() === 'true')
    remotes.set(name, { url: wholeUrl(url, sections, dvcFolder), isByPath })
  }
  return remotes
}

/** Resolves `remote://name/path`, which is a path in another remote, and paths relative to the configuration. */
function wholeUrl(url: string, sections: Sections, dvcFolder: string): string {
  const [, base, below] = /^remote:\/\/([^/]+)(.*)$/s.exec(url) ?? []
  if (base) return `${sections.get(`remote "${base}"`)?.get('url') ?? ''}${below}`
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : path.resolve(dvcFolder, url)
}
