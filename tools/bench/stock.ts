/** What differs from one job to the next. */
export type Given = Record<string, string>
/** Ids to work on: those in `fresh` have never been received, those in `loose` never stored, and each is given once. */
export type Stock = {
  all: readonly string[]
  fresh: string[]
  nextName: () => string
  batch: string
  loose: string[]
  stored: readonly string[]
  fullBox: string
  /** Part of the names of one patient's tubes in each batch. */
  patient: string
  /** A free cell, given once. */
  nextCell: () => Given
}

export const nothing = (_: Stock, count: number): Given[] => Array.from({ length: count }, () => ({}))
export const anySample = ({ all }: Stock, count: number): Given[] =>
  Array.from({ length: count }, (_, index) => ({ sample: all[(index * 7919) % all.length] ?? '' }))
export const freshSample = ({ fresh }: Stock, count: number): Given[] => {
  if (fresh.length < count) throw new Error('Too few samples to receive: generate more with --samples')
  return fresh.splice(0, count).map((sample) => ({ sample }))
}

export const looseSample = ({ loose, nextCell }: Stock, count: number): Given[] => {
  if (loose.length < count) throw new Error('Too few samples to place: generate more with --samples')
  return loose.splice(0, count).map((sample) => ({ sample, ...nextCell() }))
}
export const storedSample = ({ stored, nextCell }: Stock, count: number): Given[] =>
  Array.from({ length: count }, (_, index) => ({
    sample: stored[(index * 7919) % stored.length] ?? '',
    ...nextCell(),
  }))
export const inCell = ({ sample, box, row, column }: Given) => ({
  sampleId: sample ?? '',
  storageId: Number(box),
  rowCoordinate: Number(row),
  columnCoordinate: Number(column),
})
