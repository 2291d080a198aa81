const usual = 1440
const queries = new Set<{ query: string; notify: (list: MediaQueryList) => void }>()
const features = new Set<string>()
let width = usual

/** jsdom has no layout: this simulates a window of a given width, in the light theme. */
export function stubMatchMedia() {
  window.matchMedia = (query) => listFor(query)
}

export function setWidth(px: number) {
  width = px
  for (const query of queries) query.notify(listFor(query.query))
}

/** Sets whether a media query other than a width matches, such as '(any-pointer: coarse)'. */
export function setFeature(feature: string, holds: boolean) {
  if (holds) features.add(feature)
  else features.delete(feature)
  for (const query of queries) query.notify(listFor(query.query))
}

export const resetWidth = () => {
  queries.clear()
  features.clear()
  width = usual
}

function listFor(query: string): MediaQueryList {
  const listeners = new Map<unknown, { query: string; notify: (list: MediaQueryList) => void }>()
  const add = (listener: unknown) => {
    if (typeof listener !== 'function') return
    const entry = { query, notify: (list: MediaQueryList) => listener(list) }
    listeners.set(listener, entry)
    queries.add(entry)
  }
  const remove = (listener: unknown) => {
    const entry = listeners.get(listener)
    if (entry) queries.delete(entry)
  }
  return {
    matches: holds(query),
    media: query,
    onchange: null,
    addListener: add,
    removeListener: remove,
    addEventListener: (_type: string, listener: unknown) => add(listener),
    removeEventListener: (_type: string, listener: unknown) => remove(listener),
    dispatchEvent: () => true,
  }
}

function holds(query: string): boolean {
  if (features.has(query)) return true
  const widest = /max-width:\s*([\d.]+)px/.exec(query)?.[1]
  const narrowest = /min-width:\s*([\d.]+)px/.exec(query)?.[1]
  if (!widest && !narrowest) return false
  return (!widest || width <= Number(widest)) && (!narrowest || width >= Number(narrowest))
}
