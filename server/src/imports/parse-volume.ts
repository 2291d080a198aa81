const volumePattern = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([µμu]l|ml)?$/i
const microlitresPerMillilitre = 1000

/** '1,000' is one for some and a thousand for others. */
export const isAmbiguousVolume = (cell: string): boolean => /^[+-]?[1-9]\d{0,2},\d{3}(?!\d)/.test(cell)

/** The millilitres that a cell means, whose column gives the unit unless the cell does: '2', '0,5', '10 µL'. */
export function parseVolumeMl(cell: string, column: 'volume' | 'volumeUl'): number {
  const [, number = '', unit = ''] = volumePattern.exec(cell) ?? []
  if (number === '') return Number.NaN
  const value = Number(number.replace(',', '.'))
  const isMicro = unit === '' ? column === 'volumeUl' : unit.toLowerCase() !== 'ml'
  // Division leaves 0.010000000000000002 of 10.000000000000002.
  return isMicro ? Number((value / microlitresPerMillilitre).toPrecision(15)) : value
}
