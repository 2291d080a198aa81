import { Item } from '@rc-component/virtual-list/es/Item'
import type { RenderFunc, SharedConfig } from '@rc-component/virtual-list/es/interface'
import { createElement, type ReactElement, useRef } from 'react'

/** Renders a row of the list: one element. */
type RenderRow<T> = (...given: Parameters<RenderFunc<T>>) => ReactElement
type Row = { index: number; element: ReactElement }
type Made<T> = { rows: ReadonlyMap<T, Row>; renderRow?: RenderRow<T>; width?: number; offsetX?: number }

/**
 * Returns the rows of a virtual list from `startIndex` to `endIndex`. Replaces `hooks/useChildren` of
 * `@rc-component/virtual-list`, which creates all visible elements at each scroll event, so that React renders them
 * all. This one returns the same element for a row that was visible before, and React skips it.
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
