import { Item } from '@rc-component/virtual-list/es/Item'
import type { RenderFunc, SharedConfig } from '@rc-component/virtual-list/es/interface'
import { createElement, type ReactElement, useRef } from 'react'

/** Of the list: a row is one element. */
type RenderRow<T> = (...given: Parameters<RenderFunc<T>>) => ReactElement
type Row = { index: number; element: ReactElement }
type Made<T> = { rows: ReadonlyMap<T, Row>; renderRow?: RenderRow<T>; width?: number; offsetX?: number }

/**
 * Returns the rows of a virtual list from `startIndex` to `endIndex`, in place of `hooks/useChildren` of
 * `@rc-component/virtual-list`. That one makes every row anew at each step of scrolling, and React renders them all. Here
 * a row that was shown before is the same element, which React leaves alone.
 */
// biome-ignore lint/style/noDefaultExport: the library imports it so.
export default function useListRows<T>(
  list: readonly T[],
  startIndex: number,
  endIndex: number,
  width: number,
  offsetX: number,
  setNodeRef: (item: T, node: HTMLElement | null) => void,
  renderRow: RenderRow<T>,
  { getKey }: SharedConfig<T>,
): ReactElement[] {
  const last = useRef<Made<T>>({ rows: new Map() })
  const { rows, ...made } = last.current
  const isSame = made.renderRow === renderRow && made.width === width && made.offsetX === offsetX
  const shown = list.slice(startIndex, endIndex + 1).map((item, place): [T, Row] => {
    const index = startIndex + place
    const row = isSame ? rows.get(item) : undefined
    if (row?.index === index) return [item, row]
    const children = renderRow(item, index, { style: { width }, offsetX })
    const setRef = (node: HTMLElement | null) => setNodeRef(item, node)
    return [item, { index, element: createElement(Item, { key: getKey(item), setRef, children }) }]
  })
  last.current = { rows: new Map(shown), renderRow, width, offsetX }
  return shown.map(([, { element }]) => element)
}
