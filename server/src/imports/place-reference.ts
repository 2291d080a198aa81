import { fieldsAroundBox, type ImportField, importFields, type placeFields } from '@lims/contract/imports.ts'
import { pathSeparator } from '@lims/contract/storage-path.ts'

/** The names that a storage may have: that in the file and, for a 7 in the column of the box, 'Box 7'. */
type PossibleNames = readonly [inFile: string, ...others: string[]]

/** Where a tube is, in the words of a file. */
export type PlaceReference = {
  /** Names of storages around the box, outermost first; not necessarily all. */
  around: readonly PossibleNames[]
  /** Name of a box, or the code of its label. */
  box: PossibleNames
  position: { label: string } | { row: string; column: string }
  /** The columns to which problems of the box and of the position belong. */
  fields: { box: ImportField; position: ImportField }
}

type Take = (field: (typeof placeFields)[number]) => string | undefined
type Report = (problem: { field: ImportField; message: string }) => void

/**
 * Returns where the tube of a row is; undefined if the row does not say so. Reports a box without a position, and a
 * position without its box. `take` returns the text of a field.
 */
export function readPlaceReference(take: Take, report: Report): PlaceReference | undefined {
  const place = take('place')
  if (place !== undefined) return readPath(place, report)
  const around = fieldsAroundBox.flatMap((field) => possibleNames(field, take(field)))
  const [box, position] = [take('box'), readPosition(take)]
  if (box !== undefined && position === undefined)
    report({ field: 'box', message: 'has no position: where in the box is the tube?' })
  if (box === undefined && (position !== undefined || around.length > 0))
    report({ field: 'box', message: 'is missing: in which box is the tube?' })
  if (box === undefined || position === undefined) return undefined
  const names = [...around, ...possibleNames('box', box)]
  return {
    around: names.slice(0, -1),
    box: names.at(-1) ?? [box],
    position,
    fields: { box: 'box', position: 'label' in position ? 'position' : 'positionRow' },
  }
}

function readPosition(take: Take): PlaceReference['position'] | undefined {
  const [label, row, column] = [take('position'), take('positionRow'), take('positionColumn')]
  if (label !== undefined) return { label }
  return row === undefined && column === undefined ? undefined : { row: row ?? '', column: column ?? '' }
}

/** A path as exports have it: Freezer 1 › Rack A › Box 3 › B4. */
function readPath(path: string, report: Report): PlaceReference | undefined {
  const names = splitPath(path)
  const [box, label] = names.slice(-2)
  if (box !== undefined && label !== undefined)
    return {
      around: names.slice(0, -2).map((name) => [name]),
      box: [box],
      position: { label },
      fields: { box: 'place', position: 'place' },
    }
  report({
    field: 'place',
    message: `is not a path such as ${['Freezer 1', 'Box 3', 'B4'].join(pathSeparator)}`,
  })
}

const numberOrLetter = /^(\d{1,6}|[a-z])$/i

/** Returns the names in a column, outermost first: several if it holds a part of a path. */
const possibleNames = (field: ImportField, text = ''): PossibleNames[] =>
  splitPath(text).map((name) =>
    numberOrLetter.test(name) ? [name, `${importFields[field]} ${name}`] : [name],
  )

/** Splits names of storages, one in the other, as exports join them or as people type them. */
export const splitPath = (path: string): string[] =>
  path
    .split(/[›>]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
