/** What a stage of foreach or matrix calls its values in dvc.yaml: `item`, `item.sample`, `key`. */
type Values = Map<string, string>

type Repeated = { foreach?: unknown; matrix?: unknown; [other: string]: unknown }

/**
 * Returns the values of one stage of foreach or matrix, which dvc.lock calls `name@item`: by the item of a list, the
 * place in it if the items are no texts, the key of a map, or the values of a matrix joined by hyphens.
 */
export function valuesOfItem({ foreach, matrix }: Repeated, item: string): Values {
  const values: Values = new Map([['item', item]])
  if (Array.isArray(foreach)) {
    const found = foreach.find((value, index) => (isText(value) ? value : String(index)) === item)
    addValues(values, 'item', found)
  } else if (isMap(foreach)) {
    values.set('key', item)
    addValues(values, 'item', Object.hasOwn(foreach, item) ? foreach[item] : undefined)
  }
  if (isMap(matrix)) addValues(values, 'item', chosenOf(Object.entries(matrix), item))
  return values
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
 * Undefined if none fit, or if hostile values fit in too many ways to try.
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
  const chosen = axes.length > maxAxes ? undefined : choose(0, 0)
  return chosen && Object.fromEntries(chosen)
}
