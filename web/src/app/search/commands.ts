import type { Permission } from '@lims/contract/permissions.ts'

export type Command = { title: string; address: string; keywords?: string; permission?: Permission }

/** Whether the person may use the page of a command. */
export type MayUse = (permission: Permission) => boolean

/** Offered when the field is empty. */
const firstCommands: readonly Command[] = [
  { title: 'Receive samples', address: '/receive', keywords: 'scan arrival', permission: 'sample.receive' },
  {
    title: 'Create patient batch',
    address: '/batches/create-patient',
    keywords: 'new add kit study',
    permission: 'batch.create',
  },
  { title: 'Create batch', address: '/batches/create', keywords: 'new add', permission: 'batch.create' },
  {
    title: 'Import samples',
    address: '/samples/import',
    keywords: 'csv excel file upload',
    permission: 'import',
  },
]

const commands: readonly Command[] = [
  ...firstCommands,
  { title: 'Create sample', address: '/samples/create', keywords: 'new add', permission: 'sample.create' },
  {
    title: 'Create storage',
    address: '/storage/create',
    keywords: 'new add freezer shelf drawer rack box',
    permission: 'storage.edit',
  },
  { title: 'Recently deleted', address: '/recently-deleted', keywords: 'restore undo trash bin' },
  {
    title: 'Audit trail',
    address: '/audit',
    keywords: 'history events who changed',
    permission: 'audit.read',
  },
  {
    title: 'People and roles',
    address: '/people',
    keywords: 'users permissions',
    permission: 'people.manage',
  },
  { title: 'API tokens', address: '/tokens', keywords: 'service script key' },
  { title: 'Go to Dashboard', address: '/dashboard', keywords: 'home overview' },
  { title: 'Go to Samples', address: '/samples' },
  { title: 'Go to Batches', address: '/batches' },
  { title: 'Go to Storage', address: '/storage' },
  { title: 'Go to Freezer work', address: '/freezer-work' },
  {
    title: 'Go to Check out and return',
    address: '/custody',
    keywords: 'custody thaw who has overdue missing put away',
  },
  { title: 'Go to Pick lists', address: '/picks', keywords: 'picklist fetch pull ship reserve' },
  {
    title: 'Go to Stock-takes',
    address: '/stock-takes',
    keywords: 'stocktakes takes count inventory differences',
  },
  {
    title: 'Go to Evacuate and consolidate',
    address: '/moves',
    keywords: 'move boxes empty dead freezer merge',
  },
  { title: 'Go to Guide', address: '/guide', keywords: 'help manual how' },
]

const maxCommands = 4
const minLength = 2

/** Returns the commands of which a word begins with each word of the text; without a text the most frequent ones. */
export function matchCommands(text: string, may: MayUse): readonly Command[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return firstCommands.filter(usableBy(may))
  if (text.trim().length < minLength) return []
  return commands
    .filter(usableBy(may))
    .filter((command) => matches(command, wanted))
    .slice(0, maxCommands)
}

const usableBy =
  (may: MayUse) =>
  ({ permission }: Command) =>
    permission === undefined || may(permission)

/** Returns the command with this title, or, `byWords`, the only command whose title has all words of the text. */
export function commandFor(
  text: string,
  { byWords, may }: { byWords: boolean; may: MayUse },
): Command | undefined {
  const wanted = wordsOf(text)
  if (wanted.join('').length < minLength) return undefined
  const usable = commands.filter(usableBy(may))
  const same = usable.find(({ title }) => title.toLowerCase() === wanted.join(' '))
  if (same || !byWords) return same
  const named = usable.filter(({ title }) => wanted.every((word) => wordsOf(title).includes(word)))
  return named.length === 1 ? named[0] : undefined
}

function matches({ title, keywords = '' }: Command, wanted: readonly string[]): boolean {
  const own = wordsOf(`${title} ${keywords}`)
  return wanted.every((word) => own.some((one) => one.startsWith(word)))
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

const goTo = /^go(?: to)? (?=\S)/i

/** Returns what follows 'go to', the name of a storage or a batch; undefined for any other text. */
export const destinationOf = (text: string): string | undefined =>
  goTo.test(text) ? text.replace(goTo, '') : undefined
