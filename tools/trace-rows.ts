/** A row of the table of requirements. */
export type Requirement = { id: string; area: string; statement: string }

export type Trace = {
  proved: Requirement[]
  open: Requirement[]
  /** Ids that a title names and the table does not hold. */
  unknown: { id: string; title: string }[]
}

export function readRequirements(table: string): Requirement[] {
  const [, ...lines] = table.trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', , statement = ''] = line.split('\t')
    return { id, area: id.replace(/-\d+$/, ''), statement }
  })
}

/** Which rows the titles name. An id is that of an area of the table and a number; UTF-16 is none. */
export function traceRows(requirements: readonly Requirement[], titles: readonly string[]): Trace {
  const known = new Set(requirements.map(({ id }) => id))
  const areas = new Set(requirements.map(({ area }) => area))
  const named = titles.flatMap((title) => idsOf(title, areas).map((id) => ({ id, title })))
  const namedIds = new Set(named.map(({ id }) => id))
  return {
    proved: requirements.filter(({ id }) => namedIds.has(id)),
    open: requirements.filter(({ id }) => !namedIds.has(id)),
    unknown: named.filter(({ id }) => !known.has(id)),
  }
}

function idsOf(title: string, areas: ReadonlySet<string>): string[] {
  return [...title.matchAll(/(?<![\w-])([A-Z]+(?:-[A-Z]+)*)-\d{2}(?![\w-])/g)]
    .filter(([, area = '']) => areas.has(area))
    .map(([id]) => id)
}
