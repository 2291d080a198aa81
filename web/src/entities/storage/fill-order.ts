import type { FillOrder } from '@lims/contract/positions.ts'
import { createLocalStore, useStore } from '../../api/create-store.ts'

const stored = createLocalStore('lims.fill-order')

/** In which order a person fills boxes, remembered in this browser. */
export const fillOrder = {
  get: (): FillOrder => (stored.get() === 'columns' ? 'columns' : 'rows'),
  set: (order: FillOrder): void => stored.set(order),
  subscribe: stored.subscribe,
}

export const useFillOrder = (): FillOrder => useStore(fillOrder)
