/** A row of docs/requirements.tsv. */
export type Requirement = { id: string; area: string; statement: string }

type Trace = {
  covered: Requirement[]
  uncovered: Requirement[]
  /** Ids in test titles that are not in the table. */
  unknown: { id: string; title: string }[]
}

export function readRequirements(table: string): Requirement[] {
  const [, ...lines] = table.trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', , statement = ''] = line.split('\t')
    return { id, area: id.replace(/-\d+$/, ''), statement }
  })
}

/** Finds the requirement ids in test titles. Only areas that occur in the table count: UTF-16 is not an id. */
export function traceRows(requirements: readonly Requirement[], titles: readonly string[]): Trace {
  const known = new Set(requirements.map(({ id }) => id))
  const areas = new Set(requirements.map(({ area }) => area))
  const named = titles.flatMap((title) => idsOf(title, areas).map((id) => ({ id, title })))
  const namedIds = new Set(named.map(({ id }) => id))
  return {
    covered: requirements.filter(({ id }) => namedIds.has(id)),
    uncovered: requirements.filter(({ id }) => !namedIds.has(id)),
    unknown: named.filter(({ id }) => !known.has(id)),
  }
}

function idsOf(title: string, areas: ReadonlySet<string>): string[] {
  return [...title.matchAll(/(?<![\w-])([A-Z]+(?:-[A-Z]+)*)-\d{2}(?![\w-])/g)]
    .filter(([, area = '']) => areas.has(area))
    .map(([id]) => id)
}
