import { cellKey, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { memo, type ReactElement } from 'react'
import { custodyMarks } from '../../../entities/custody/custody-tag.tsx'
import { type ColourBy, paintOf } from './cell-paint.ts'
import { accessibleName, secondLine, shortName } from './cell-text.ts'
import type { CellMarks, RowMarks } from './grid-layers.ts'
import type { GridModel } from './grid-model.ts'

type Props = {
  model: GridModel
  row: number
  /** The column of the cell in the tab order, if it is in this row. */
  tabColumn: number | undefined
  marks: RowMarks | undefined
  colourBy: ColourBy
}

/** One row of cells. It is rendered again only if something in it has changed: a grid may hold 2,500 cells. */
export const GridRow = memo(function GridRow({ model, row, tabColumn, marks, colourBy }: Props) {
  const cells = model.rows[row - 1] ?? []
  return (
    // biome-ignore lint/a11y/noRedundantRoles: with display: grid it would lose its role in some browsers
    <tr role="row">
      {/* biome-ignore lint/a11y/noRedundantRoles: as its row */}
      <th role="rowheader" scope="row">
        {model.rowLabels[row - 1]}
      </th>
      {cells.map((content, index) =>
        renderCell({
          model,
          cell: { row, column: index + 1 },
          content,
          marks: marks?.get(index + 1),
          isTabStop: tabColumn === index + 1,
          colourBy,
        }),
      )}
    </tr>
  )
})

type CellProps = {
  model: GridModel
  cell: { row: number; column: number }
  content: OccupancyEntry | undefined
  marks: CellMarks | undefined
  isTabStop: boolean
  colourBy: ColourBy
}

/** What differs from AVAILABLE, which is not drawn. */
const custodyOf = (content: OccupancyEntry | undefined) =>
  content?.sample && content.sample.custody !== 'AVAILABLE' ? content.sample.custody : undefined

const markOf = (content: OccupancyEntry | undefined) => {
  const custody = custodyOf(content)
  return custody && custodyMarks[custody]
}

/** Not a component: 2,500 components would double the time to the first rendering. */
function renderCell({ model, cell, content, marks, isTabStop, colourBy }: CellProps): ReactElement {
  const key = cellKey(cell)
  const paint = content && paintOf(content, colourBy)
  const isSelected = marks?.marks.includes('selected') ?? false
  return (
    <td
      key={key}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of an ARIA grid
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      data-cell={key}
      data-cell-tone={paint?.tone}
      data-sign={paint?.sign}
      data-custody={custodyOf(content)}
      data-mark={markOf(content)}
      data-under={content && !marks?.text ? secondLine(content) : undefined}
      data-marks={marks?.marks}
      aria-selected={content?.sample ? isSelected : undefined}
      aria-label={accessibleName(positionLabel(cell, model.storage), content, marks?.spoken)}
    >
      {marks?.text ?? (content && shortName(content))}
    </td>
  )
}
