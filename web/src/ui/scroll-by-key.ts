import type { TableRef } from 'antd'
import { flushSync } from 'react-dom'
import { rowControls } from './row-controls.ts'
import { handlerOf, type KeyOf } from './shortcut.ts'
import type { tableKeys } from './table-keys.ts'
import { isTextField } from './use-page-keys.ts'

/** `to` returns the distance of the top in pixels; `isFar` goes to the first row, or the last one loaded. */
type Move = { isDown: boolean; isFar?: true; to: (from: number, height: number) => number }

const moves: Readonly<Record<KeyOf<typeof tableKeys>, Move>> = {
  pageup: { isDown: false, to: (from, height) => from - height },
  pagedown: { isDown: true, to: (from, height) => from + height },
  'ctrl home': { isDown: false, isFar: true, to: () => 0 },
  'ctrl end': { isDown: true, isFar: true, to: () => Number.MAX_SAFE_INTEGER },
}

const rowSelector = '.ant-table-row'

/**
 * Scrolls a table that renders only the rows in view by key, as no browser does it, and moves the focus along, because
 * the row that had it is no longer there. Where no row in view takes the focus, the part that scrolls has it. `height`
 * is that of the rows in view, in pixels.
 */
export function scrollByKey(event: KeyboardEvent, { nativeElement, scrollTo }: TableRef, height: number) {
  const holder = nativeElement.querySelector<HTMLElement>('.ant-table-tbody-virtual-holder')
  const { target } = event
  if (!holder || event.defaultPrevented || !(target instanceof Element) || isTextField(target)) return
  const move = handlerOf(moves, event)
  if (!move) return
  const { top } = (target.closest(rowSelector) ?? target).getBoundingClientRect()
  const column = columnOf(target)
  const from = holder.scrollTop
  flushSync(() => scrollTo({ top: move.to(from, height) }))
  const isMoved = holder.scrollTop !== from
  const rows = [...holder.querySelectorAll(rowSelector)]
  const inTurn = isMoved && !move.isFar ? byDistance(rows, top) : move.isDown ? rows.toReversed() : rows
  // At the end of the list, the page scrolls.
  if (!isMoved && (!inTurn[0] || inTurn[0].contains(target) || target === holder)) return
  event.preventDefault()
  if (inTurn.some((row) => focusIn(row, column))) return
  // The table, which knows whether Tab reaches this part, does not render when only the rows in view change.
  holder.tabIndex = 0
  holder.focus()
}

const columnOf = (target: Element): number =>
  [...(target.closest(rowSelector)?.children ?? [])].findIndex((cell) => cell.contains(target))

/** Sorts rows by their distance from the height at which the focus was. */
const byDistance = (rows: readonly Element[], top: number): Element[] => {
  const distance = (row: Element) => Math.abs(row.getBoundingClientRect().top - top)
  return rows.toSorted((a, b) => distance(a) - distance(b))
}

/**
 * Focuses a control of the row, if possible in the same column. Hidden and disabled ones take no focus. Returns whether
 * one did.
 */
function focusIn(row: Element, column: number): boolean {
  const inColumn = row.children[column]?.querySelectorAll<HTMLElement>(rowControls) ?? []
  return [...inColumn, ...row.querySelectorAll<HTMLElement>(rowControls)].some((control) => {
    control.focus()
    return document.activeElement === control
  })
}
