import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'
import { tubeIn } from './open-storage.ts'
import { serverAnswers } from './server.ts'

export const a1 = tubeIn('A1', 1, 1)
export const b1 = tubeIn('B1', 1, 2)
export const to = (
  tube: OccupancyEntry,
  storageId: number,
  rowCoordinate: number,
  columnCoordinate: number,
) => ({
  sampleId: tube.contentId,
  storageId,
  rowCoordinate,
  columnCoordinate,
})

/** Where a tube is expected, with the change of custody that was seen. */
export const seenIn = (tube: OccupancyEntry, ...place: [number, number, number]) => ({
  ...to(tube, ...place),
  custodyEventId: tube.sample?.custodyEventId,
})

/** The server moves tubes, and says that A1 was in A1 of Box 03. */
export const acceptArrange = () =>
  serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 1,
    before: [to(a1, 3, 1, 1)],
    custodyEventIds: [7],
  })

/** Sets what the browser reports as its connection. */
export function goOnline(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

export function drag(from: HTMLElement, target: HTMLElement) {
  document.elementFromPoint = vi.fn(() => target)
  fireEvent.pointerDown(from, { button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 })
  fireEvent.pointerMove(window, { clientX: 80, clientY: 80 })
  fireEvent.pointerUp(window, { clientX: 80, clientY: 80 })
}
