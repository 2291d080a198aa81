export type Command = { title: string; address: string; keywords?: string }

/** Offered when the field is empty. */
const firstCommands: readonly Command[] = [
  { title: 'Receive samples', address: '/receive', keywords: 'scan arrival' },
  { title: 'Create patient batch', address: '/batches/create-patient', keywords: 'new add kit study' },
  { title: 'Create batch', address: '/batches/create', keywords: 'new add' },
  { title: 'Import samples', address: '/samples/import', keywords: 'csv excel file upload' },
]

const commands: readonly Command[] = [
  ...firstCommands,
  { title: 'Create sample', address: '/samples/create', keywords: 'new add' },
  { title: 'Create storage', address: '/storage/create', keywords: 'new add freezer shelf drawer rack box' },
  { title: 'Recently deleted', address: '/recently-deleted', keywords: 'restore undo trash bin' },
  { title: 'Go to Dashboard', address: '/dashboard', keywords: 'home overview' },
  { title: 'Go to Samples', address: '/samples' },
  { title: 'Go to Batches', address: '/batches' },
  { title: 'Go to Storage', address: '/storage' },
]

const maxCommands = 4
const minLength = 2

/** Returns the commands of which a word begins with each word of the text; without a text the most frequent ones. */
export function matchCommands(text: string): readonly Command[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return firstCommands
  if (text.trim().length < minLength) return []
  return commands.filter((command) => matches(command, wanted)).slice(0, maxCommands)
}

/** Returns the command with this title, or, `byWords`, the only command whose title has all words of the text. */
export function commandFor(text: string, { byWords }: { byWords: boolean }): Command | undefined {
  const wanted = wordsOf(text)
  if (wanted.join('').length < minLength) return undefined
  const same = commands.find(({ title }) => title.toLowerCase() === wanted.join(' '))
  if (same || !byWords) return same
  const named = commands.filter(({ title }) => wanted.every((word) => wordsOf(title).includes(word)))
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
