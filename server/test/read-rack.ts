import { placeRack } from '../src/racks/place-rack.ts'
import { readRackFile } from '../src/racks/read-rack-file.ts'

/** 8 rows of 12 tubes, with the labels of a microplate. */
export const plate = { alias: 'Box 3', numberRows: 8, numberColumns: 12, rowPrefix: 'A', columnPrefix: '1' }

/** Returns the format of a rack file, and the row, the column and the code of each tube of it in a box. */
export function read(content: string, box = plate, fileName = '') {
  const file = readRackFile(content, fileName)
  const placed = placeRack(file, box, undefined)
  const convention = placed.slas.faults.length === 0 ? 'slas' : 'own'
  const { cells } = placed[convention]
  const shown = cells.map(({ row, column, reading }) => [
    row,
    column,
    typeof reading === 'string' ? reading : reading.code,
  ])
  return { format: file.format, convention, shown }
}

/** Returns why a rack file is refused. */
export function refusal(content: string, box = plate, fileName = ''): string {
  try {
    read(content, box, fileName)
  } catch (error) {
    return (error as Error).message
  }
  return 'was not refused'
}
