import { positionLabel } from '@lims/contract/positions.ts'
import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const axes = { rowPrefix: 'A', columnPrefix: '1' }
const allowedMs = 300

test('previews a rack of 96 within 300 ms and applies it within 300 ms', async () => {
  const size = { numberRows: 8, numberColumns: 12, ...axes }
  const { storage } = (await lab.post('/storage/add', { alias: 'Box 3', type: 'BOX', ...size })).json()
  const batch_id = await lab.addBatch()
  const samples = await Promise.all(Array.from({ length: 96 }, () => lab.addSample({ batch_id })))
  const times = { preview: [] as number[], apply: [] as number[] }

  for (let round = 0; round < 8; round += 1) {
    const lines = samples.map((_, index) => {
      const cell = { row: Math.floor(index / 12) + 1, column: (index % 12) + 1 }
      return `${positionLabel(cell, axes)},${samples[(index + round * 7) % 96]?.alias}`
    })
    const start = performance.now()
    const reply = await lab.post('/racks/preview', { storageId: storage.id, content: lines.join('\n') })
    times.preview.push(performance.now() - start)
    const { moves, expected } = reply.json<PreviewRackReply>()
    expect(moves).toHaveLength(96)

    const applying = performance.now()
    const applied = await lab.post('/samples/arrange', { moves, expected })
    times.apply.push(performance.now() - applying)
    expect(applied.json()).toMatchObject({ success: true, count: 96 })
  }

  // Uses the fastest round; others may have been slowed down by other tests.
  expect(Math.min(...times.preview)).toBeLessThan(allowedMs)
  expect(Math.min(...times.apply)).toBeLessThan(allowedMs)
})
