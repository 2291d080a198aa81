/** What a stage of foreach or matrix calls its values in dvc.yaml: `item`, `item.sample`, `key`. */
type Values = Map<string, string>

type Repeated = { foreach?: unknown; matrix?: unknown; [other: string]: unknown }

/**
 * Returns the values of one stage of foreach or matrix, which dvc.lock calls `name@item`: by the item of a list, the
 * place in it unless all items are texts, the key of a map, or the values of a matrix joined by hyphens. Any of these
 * may be a variable.
 */
export function valuesOfItem({ foreach, matrix }: Repeated, item: string, variables: Variables = []): Values {
  const values: Values = new Map([['item', item]])
  // What an earlier source says counts, as for any variable.
  for (const items of resolved(foreach, variables).toReversed()) {
    if (Array.isArray(items)) {
      // In a list of texts the item is its own value.
      if (factsOf(items).isNumbered) addValues(values, 'item', items[Number(item)])
    } else if (isMap(items)) {
      values.set('key', item)
      addValues(values, 'item', Object.hasOwn(items, item) ? items[item] : undefined)
    }
  }
  const [axes] = resolved(matrix, variables)
  if (isMap(axes)) {
    addValues(values, 'item', chosenOf(optionsOf(axes, variables), item))
  }
  return values
}

/**
 * Whether a stage of foreach or matrix may have an item. One that was taken out of dvc.yaml stays in dvc.lock. In doubt
 * it may: variables can be unknown, and DVC names items such as 01 or True by its own form of them.
 */
export function mayHaveItem({ foreach, matrix }: Repeated, item: string, variables: Variables = []): boolean {
  const sources = resolved(foreach, variables)
  if (sources.length > 0) return sources.some((items) => mayBeOf(items, item))
  const [axes, ...others] = resolved(matrix, variables)
  if (!isMap(axes) || others.length > 0) return true
  const options = optionsOf(axes, variables)
  if (chosenOf(options, item)) return true
  return options.some(
    ([, all]) => !Array.isArray(all) || factsOf(all).hasVariable || factsOf(all).isRewritten,
  )
}

function mayBeOf(items: unknown, item: string): boolean {
  if (!Array.isArray(items) && !isMap(items)) return true
  const { isNumbered, length, texts, hasVariable, isRewritten } = factsOf(items)
  if (isNumbered) return Number(item) < length
  return texts.has(item) || hasVariable || (isRewritten && mayBeRewritten(item))
}

type Facts = {
  /** DVC calls all items of a list by their places in it as soon as one of them is a map or a list. */
  isNumbered: boolean
  length: number
  /** The items of a list, or the keys of a map. */
  texts: ReadonlySet<unknown>
  hasVariable: boolean
  /** Whether DVC may write one of the texts in another form, as 1 for 01. */
  isRewritten: boolean
}

/** By the list or map: a lock file has a stage for each of its items. */
const knownFacts = new WeakMap<object, Facts>()

function factsOf(items: readonly unknown[] | Record<string, unknown>): Facts {
  const known = knownFacts.get(items)
  if (known) return known
  const all = Array.isArray(items) ? items : Object.keys(items)
  const texts = all.filter(isText)
  const facts = {
    isNumbered: all.some((one) => Array.isArray(one) || isMap(one)),
    length: all.length,
    texts: new Set(texts),
    hasVariable: texts.some((text) => text.includes('${')),
    isRewritten: texts.some((text) => isNoWord(text) && !plainNumber.test(text)),
  }
  knownFacts.set(items, facts)
  return facts
}

/** DVC itself writes no number with underscores: an item that has some was a text. */
const mayBeRewritten = (item: string) => isNoWord(item) && !item.includes('_')

/** Whether YAML may take a text without quotes for a number such as 2024_001, a date or a word of its own. */
const isNoWord = (text: string) =>
  /^(?:[-+]?0[xob].*|true|false|none|null|\.?nan|[-+]?\.?inf)$/i.test(text) ||
  (/\d/.test(text) && /^[-+.:_\s\de]*$/i.test(text))
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,2}[1-9])?$/

/** What `vars` of dvc.yaml and params.yaml hold: maps of values, lists and further maps. */
export type Variables = readonly unknown[]

/** Returns what a variable is called, such as `a.b[0]`, if a text is nothing but one. */
const nameOfVariable = (content: unknown): string | undefined =>
  isText(content) ? /^\$\{\s*([^\s{}]+)\s*\}$/.exec(content)?.[1] : undefined

/** Returns the values of each axis; undefined where they are not known, as several files have them. */
const optionsOf = (axes: Record<string, unknown>, variables: Variables) =>
  Object.entries(axes).map(([key, all]): [string, unknown] => {
    const [options, ...others] = resolved(all, variables)
    return [key, others.length > 0 ? undefined : options]
  })

/** Returns a content, or all contents of the variable that it is. */
function resolved(content: unknown, variables: Variables): unknown[] {
  if (content === undefined) return []
  const name = nameOfVariable(content)
  return name === undefined ? [content] : contentsOf(name, variables)
}

/** Returns the text of a variable, such as `a.b[0]`; undefined if it is not known, or no text. */
export function textOf(name: string, variables: Variables): string | undefined {
  return contentsOf(name, variables).find(isText)
}

/** Returns what each source has by this name: DVC merges the maps of all. */
function contentsOf(name: string, variables: Variables): unknown[] {
  const keys = name.split(/[.[\]]/).filter(Boolean)
  return variables.map((source) => keys.reduce(memberOf, source)).filter((content) => content !== undefined)
}

function memberOf(content: unknown, key: string): unknown {
  if (Array.isArray(content)) return content[Number(key)]
  return isMap(content) && Object.hasOwn(content, key) ? content[key] : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxDepth = 20
const maxAxes = 100
/** Comparisons for one stage: far more than a matrix whose values can be told apart by their names takes. */
const maxComparisons = 100_000

/** Adds `item.a.b` for texts inside of maps, and `item[0]` of lists. */
function addValues(values: Values, name: string, content: unknown, depth = 0) {
  if (isText(content)) values.set(name, content)
  else if (depth === maxDepth) return
  else if (Array.isArray(content)) {
    for (const [index, one] of content.entries()) addValues(values, `${name}[${index}]`, one, depth + 1)
  } else if (isMap(content)) {
    for (const [key, one] of Object.entries(content)) addValues(values, `${name}.${key}`, one, depth + 1)
  }
}

/**
 * Returns the value of each axis of a matrix whose names, joined by hyphens, are the item. Values may hold hyphens too.
 * Undefined if none fit; empty if hostile values fit in too many ways to try.
 */
function chosenOf(axes: readonly [string, unknown][], item: string): Record<string, unknown> | undefined {
  const impossible = new Set<string>()
  let comparisonsLeft = maxComparisons
  function choose(axis: number, from: number): [string, unknown][] | undefined {
    const [key, options] = axes[axis] ?? []
    if (key === undefined) return from === item.length + 1 ? [] : undefined
    const state = `${axis} ${from}`
    if (impossible.has(state) || !Array.isArray(options)) return undefined
    for (const [index, value] of options.entries()) {
      if (comparisonsLeft-- <= 0) return undefined
      const name: string = isText(value) ? value : `${key}${index}`
      const to = from + name.length
      if (to > item.length || !item.startsWith(name, from) || (to < item.length && item[to] !== '-')) continue
      const rest = choose(axis + 1, to + 1)
      if (rest) return [[key, value], ...rest]
    }
    impossible.add(state)
    return undefined
  }
  const chosen = axes.length > maxAxes ? [] : choose(0, 0)
  if (comparisonsLeft < 0) return {}
  return chosen && Object.fromEntries(chosen)
}
