/** A word that this code base no longer uses, and the plain English to write instead. */
type Term = { word: string; pattern: RegExp; instead: string; folder?: string }

/** Text that may contain a term. `file` is a path from the root of the project. */
export type Exception = { file: string; text: string; reason: string }

type Hit = { file: string; line: number; word: string; instead: string }

const terms: readonly Term[] = [
  { word: 'told', pattern: /\btold\b(?! apart)/i, instead: 'sent, shown, reported or logged' },
  {
    word: 'hear',
    pattern: /\b(?:hears?|heard)\b(?! (?:high|notes))|\bhears?[A-Z]/,
    instead: 'subscribe, onMessage, receive',
  },
  { word: 'deed', pattern: /\bdeeds?\b|\bdeeds?[A-Z]|[a-z]Deeds?\b/i, instead: 'action or activity' },
  { word: 'door', pattern: /\bdoors?\b|[a-z]Door\b/, instead: 'via' },
  { word: 'is none', pattern: /(?<!there )\bis none\b/i, instead: 'is not …, is not found' },
  { word: 'stands in', pattern: /\bstands in\b/i, instead: 'is in, is placed in; replaces, simulates' },
  {
    word: 'most…, fewest…, longest…, deepest…',
    pattern: /\b(?:most|fewest|longest|deepest|largest|smallest)[A-Z]\w*/,
    instead: 'max…, min…, …Limit',
  },
  { word: 'asked', pattern: /\basked\b/i, instead: 'requested, input' },
  {
    word: 'meanwhile',
    pattern: /(?<!moved-)\bmeanwhile\b/i,
    instead: 'since, in the meantime; or name who and when',
  },
  { word: 'typed work', pattern: /\btyped work\b/i, instead: 'draft, unsaved changes' },
  { word: 'By', pattern: /\btype By\b|: By\b|<By\b/, instead: 'Actor' },
  { word: 'Answers a call', pattern: /\bAnswers a call\b/i, instead: 'Registers an endpoint' },
  { word: 'bench', pattern: /[a-z]Bench|Bench[A-Z]|\bbench[A-Z-](?!\d)/, instead: 'editor', folder: 'web/' },
]

/** Finds terms in a file, line by line. Text of an exception for the file is skipped. */
export function findTerms(file: string, text: string, exceptions: readonly Exception[] = []): Hit[] {
  const allowed = exceptions.filter((exception) => exception.file === file).map((exception) => exception.text)
  return text.split('\n').flatMap((original, index) => {
    const line = allowed.reduce((rest, part) => rest.replaceAll(part, ''), original)
    return terms
      .filter(({ folder = '', pattern }) => file.startsWith(folder) && pattern.test(line))
      .map(({ word, instead }) => ({ file, line: index + 1, word, instead }))
  })
}
