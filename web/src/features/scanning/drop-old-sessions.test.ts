import { expect, test } from 'vitest'
import { dropOldSessions } from './drop-old-sessions.ts'

const aSession = (scannedAt: number, state: string, more = {}) =>
  JSON.stringify({ scans: [{ scannedAt, progress: { state } }], ...more })

test('the sessions used last stay, as do scans without a reply and skipped cells of older ones', () => {
  const skipped = [{ cell: { row: 1, column: 1 } }]
  sessionStorage.setItem('lims.scan-in.unsent', aSession(1, 'unsent'))
  sessionStorage.setItem('lims.scan-in.skipped', aSession(2, 'placed', { skipped }))
  for (const place of [3, 4, 5, 6, 7, 8]) {
    sessionStorage.setItem(`lims.scan-in.${place}`, aSession(place, 'placed'))
  }
  sessionStorage.setItem('lims.scan-in.broken', '{')
  dropOldSessions('lims.scan-in.')

  const left = Object.keys(sessionStorage).sort()
  expect(left).toEqual(['4', '5', '6', '7', '8', 'skipped', 'unsent'].map((place) => `lims.scan-in.${place}`))
  expect(sessionStorage.getItem('lims.scan-in.skipped')).toBe(JSON.stringify({ scans: [], skipped }))
})
