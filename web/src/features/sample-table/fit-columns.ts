import type { ColumnWidths } from './column-choice.ts'
import { type ColumnKey, sampleColumns } from './sample-columns.tsx'

type Room = {
  /** Pixels between the borders of the table. */
  width: number
  /** A phone. */
  isNarrow: boolean
  columns: readonly ColumnKey[]
  /** Chosen by the person: columns that do not fit are reached by scrolling. Otherwise they are left out. */
  isOwn: boolean
  /** Set by the person, and kept to; a phone has widths of its own. */
  widths: ColumnWidths
}

export type FittedColumns = {
  boxWidth: number
  nameWidth: number
  columns: { key: ColumnKey; width: number }[]
  actions: 'icons' | 'menu'
  actionsWidth: number
  /** The table is wider than its room: name, status and actions stay in sight. */
  scrolls: boolean
}

const minNameWidth = 200
/** With less, a menu in place of the icons makes room for the name. */
const nameWidthWithIcons = 350
const menuWidth = 48
const iconsWidth = 120
/** Where there is too little room, these go first. The status never goes. */
const leastNeeded: readonly ColumnKey[] = ['notes', 'volume', 'type', 'place']
/** These columns use more than their least width where there is room, up to this many pixels. */
const growing: Partial<Record<ColumnKey, number>> = { place: 360, notes: 420, file: 420 }
/** With the mark of the custody beside the longest status. */
const widthOfBothTags = 184
/** A short name with its tube ID on one line, and a long one. */
const shortNameWidth = 240
const usualNameWidth = 460
const scrollingNameWidth = 280

/** Divides the width of a table of samples among its columns. Status and actions are never lost. */
export function fitColumns({ width, isNarrow, columns, isOwn, widths }: Room): FittedColumns {
  if (isNarrow) {
    const [boxWidth, statusWidth] = [36, 132]
    return {
      boxWidth,
      nameWidth: Math.max(118, width - boxWidth - statusWidth - menuWidth),
      columns: [{ key: 'status', width: statusWidth }],
      actions: 'menu',
      actionsWidth: menuWidth,
      scrolls: false,
    }
  }
  const boxWidth = 44
  const leastWidth = (key: ColumnKey) => widths[key] ?? sampleColumns[key].width
  const leastNameWidth = widths.name ?? minNameWidth
  const needed = (keys: readonly ColumnKey[]) =>
    boxWidth + leastNameWidth + keys.reduce((sum, key) => sum + leastWidth(key), 0)
  // By the usual widths: a column that is made wider scrolls the others, and never drives one away.
  const usual = (keys: readonly ColumnKey[]) =>
    boxWidth + minNameWidth + keys.reduce((sum, key) => sum + sampleColumns[key].width, 0)
  const shown = isOwn ? [...columns] : fitting(columns, (keys) => usual(keys) + menuWidth <= width)
  const actions =
    needed(shown) - leastNameWidth + (widths.name ?? nameWidthWithIcons) + iconsWidth <= width
      ? 'icons'
      : 'menu'
  const actionsWidth = actions === 'icons' ? iconsWidth : menuWidth
  const room = width - needed(shown) - actionsWidth
  if (room < 0) {
    const [status, ...others] = [...shown].sort(
      (one, other) => Number(other === 'status') - Number(one === 'status'),
    )
    const ordered = status === undefined ? [] : [status, ...others]
    return {
      boxWidth,
      nameWidth: widths.name ?? scrollingNameWidth,
      columns: ordered.map((key) => ({ key, width: leastWidth(key) })),
      actions,
      actionsWidth,
      scrolls: true,
    }
  }
  const { spare, ...grown } = grow(shown, widths, room)
  return { boxWidth, ...grown, actions, actionsWidth: actionsWidth + spare, scrolls: false }
}

function fitting(columns: readonly ColumnKey[], fits: (keys: readonly ColumnKey[]) => boolean): ColumnKey[] {
  let left = [...columns]
  for (const key of leastNeeded) {
    if (fits(left)) break
    left = left.filter((other) => other !== key)
  }
  return left
}

/**
 * First the name grows a little, then the status, for the custody beside it, the name again, and the columns with long
 * texts; what is left is shared by all whose width nobody has set. `spare` is what is left if there are none.
 */
function grow(shown: readonly ColumnKey[], widths: ColumnWidths, given: number) {
  let room = given
  const take = (most: number) => {
    const taken = Math.min(room, Math.max(0, most))
    room -= taken
    return taken
  }
  const takeForName = (most: number) => (widths.name === undefined ? take(most) : 0)
  const short = takeForName(shortNameWidth - minNameWidth)
  const forCustody = widths.status === undefined ? take(widthOfBothTags - sampleColumns.status.width) : 0
  const name = minNameWidth + short + takeForName(usualNameWidth - shortNameWidth)
  const columns = shown.map((key) => {
    const { width } = sampleColumns[key]
    const more = () => (key === 'status' ? forCustody : take((growing[key] ?? width) - width))
    return { key, width: widths[key] ?? width + more() }
  })
  const elastic = columns.filter(({ key }) => widths[key] === undefined).length
  const sharing = elastic + (widths.name === undefined ? 1 : 0)
  const share = sharing === 0 ? 0 : Math.floor(room / sharing)
  const rest = room - share * elastic
  return {
    nameWidth: widths.name ?? name + rest,
    columns: columns.map(({ key, width }) => ({
      key,
      width: widths[key] === undefined ? width + share : width,
    })),
    spare: widths.name === undefined ? 0 : rest,
  }
}
