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

type Settings = Map<string, string>
type Sections = Map<string, Settings>
const maxConfigBytes = 1_000_000

/** `file` is the one that cannot be read, in the folder of the project. */
type UnreadableProject = { file: string; problem: string }

/** Reads cache and remotes of a DVC project from its configuration; undefined for another folder. */
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
  for (const section of sections.keys()) {
    const [, name] = /^remote "(.*)"$/s.exec(section) ?? []
    const settings = name === undefined ? undefined : settingsOf(sections, name)
    const url = settings?.get('url')
    if (name === undefined || !url) continue
    const isByPath = ['version_aware', 'worktree'].some((key) => settings?.get(key)?.toLowerCase() === 'true')
    remotes.set(name, { url: isAddress(url) ? url : path.resolve(dvcFolder, url), isByPath })
  }
  return remotes
}

const isAddress = (url: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(url)

/** More than anybody needs, and an end to remotes that lie in each other. */
const maxNesting = 10

/** Returns the settings of a remote. One with the URL `remote://base/path` also has those of its base. */
function settingsOf(sections: Sections, name: string, nesting = 0): Settings | undefined {
  const own = sections.get(`remote "${name}"`)
  const [, base, below] = /^remote:\/\/([^/]+)\/*(.*)$/s.exec(own?.get('url') ?? '') ?? []
  if (!own || base === undefined) return own
  const around = nesting < maxNesting ? settingsOf(sections, base, nesting + 1) : undefined
  const url = around?.get('url')
  return around && url ? new Map([...around, ...own, ['url', `${url}/${below}`]]) : undefined
}
