import type { Faults } from './faults.ts'

const flag = (isSet: boolean) => (isSet ? '1' : '0')

/** Returns a printer's reply to ~HS: three frames (ZPL II Programming Guide, ~HS). */
export function hostStatus(condition: Faults['printer'], labelsWaiting: number): string {
  const isEmpty = condition === 'media-out'
  const isOpen = condition === 'head-open'
  const formats = String(Math.min(labelsWaiting, 999)).padStart(3, '0')
  return [
    `030,${flag(isEmpty)},${flag(condition !== 'ready')},0154,${formats},0,0,0,000,0,0,0`,
    `000,0,${flag(isOpen)},0,0,2,4,0,00000000,1,000`,
    '1234,0',
  ]
    .map((frame) => `\x02${frame}\x03\r\n`)
    .join('')
}
