import { useSyncExternalStore } from 'react'
import type { FillOrder } from './next-cell.ts'

const key = 'lims.fill-order'
const listeners = new Set<() => void>()

const fillOrder = (): FillOrder => (localStorage.getItem(key) === 'columns' ? 'columns' : 'rows')

export function chooseFillOrder(order: FillOrder) {
  localStorage.setItem(key, order)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How a person fills boxes, remembered at this machine. */
export const useFillOrder = (): FillOrder => useSyncExternalStore(subscribe, fillOrder)
