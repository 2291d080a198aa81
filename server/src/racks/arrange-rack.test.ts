import { positionLabel } from '@lims/contract/positions.ts'
import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const rows = 4
const columns = 6
const tubes = 30
const axes = { rowPrefix: 'A', columnPrefix: '1' }
const cells = Array.from({ length: rows * columns }, (_, index) => ({
  row: Math.floor(index / columns) + 1,
  column: (index % columns) + 1,
}))

type Registered = Map<string, string>

/** Returns the places in both boxes, 'storage/position' by sample. */
async function registered(): Promise<Registered> {
  const held = await lab.db.selectFrom('placement').selectAll().orderBy('sample_id').execute()
  return new Map(
    held.map(({ sample_id, storage_id, row_coordinate: row, column_coordinate: column }) => [
      sample_id ?? '',
      `${storage_id}/${positionLabel({ row, column }, axes)}`,
    ]),
  )
}

async function addBox(alias: string): Promise<number> {
  const body = { alias, type: 'BOX', numberRows: rows, numberColumns: columns, ...axes }
  return (await lab.post('/storage/add', body)).json().storage.id
}

/** Distinct tube numbers in the order of the cells; undefined for an empty cell, null for an unreadable one. */
const layout = (length: number) =>
  fc
    .tuple(
      fc.shuffledSubarray([...Array(tubes).keys()], { minLength: length, maxLength: length }),
      fc.array(fc.constantFrom('tube', 'tube', 'tube', 'empty', 'unreadable'), {
        minLength: length,
        maxLength: length,
      }),
    )
    .map(([order, kinds]) => kinds.map((kind, index) => (kind === 'tube' ? order[index] : kind)))

const patience = 120_000

test('for any box and any scan, applying makes the box as scanned and undo restores it', {
  timeout: patience,
}, async () => {
  const batch_id = await lab.addBatch()
  const samples = await Promise.all(Array.from({ length: tubes }, () => lab.addSample({ batch_id })))
  const [box, other] = [await addBox('Box 3'), await addBox('Box 4')]

  await fc.assert(
    fc.asyncProperty(layout(2 * cells.length - 20), layout(cells.length), async (stored, scanned) => {
      await unaudited(lab.db, (trx) => trx.deleteFrom('placement').execute())
      const moves = stored.flatMap((tube, index) => {
        const cell = cells[index % cells.length]
        const sampleId = typeof tube === 'number' ? samples[tube]?.id : undefined
        const storageId = index < cells.length ? box : other
        return sampleId && cell
          ? [{ sampleId, storageId, rowCoordinate: cell.row, columnCoordinate: cell.column }]
          : []
      })
      await lab.post('/samples/arrange', { moves })
      const before = await registered()

      const lines = scanned.map((tube, index) => {
        const word = tube === 'empty' ? 'No Tube' : 'No Read'
        const code = typeof tube === 'number' ? samples[tube]?.alias : word
        return `${positionLabel(cells[index] ?? { row: 0, column: 0 }, axes)},${code}`
      })
      const preview = (await lab.post('/racks/preview', { storageId: box, content: lines.join('\n') })).json()
      const { missing, ...diff } = preview as PreviewRackReply
      const takenOut = missing.map(({ sampleId }) => ({ sampleId, storageId: 0 }))
      const wanted = [...diff.moves, ...takenOut]
      if (wanted.length === 0) return

      const applied = await lab.post('/samples/arrange', { moves: wanted, expected: diff.expected })
      expect(applied.json()).toMatchObject({ success: true })
      expect(await registered()).toEqual(asScanned(before, scanned))

      const undone = await lab.post('/samples/arrange', { moves: applied.json().before })
      expect(undone.json()).toMatchObject({ success: true })
      expect(await registered()).toEqual(before)
    }),
    { numRuns: 25 },
  )

  function asScanned(before: Registered, scanned: readonly (number | string | undefined)[]): Registered {
    const after = new Map(before)
    const labels = cells.map((cell) => `${box}/${positionLabel(cell, axes)}`)
    for (const [sampleId, place] of before) {
      const seen = scanned[labels.indexOf(place)]
      if (labels.includes(place) && seen !== 'unreadable') after.delete(sampleId)
    }
    scanned.forEach((tube, index) => {
      const sampleId = typeof tube === 'number' ? samples[tube]?.id : undefined
      if (sampleId) after.set(sampleId, labels[index] ?? '')
    })
    return new Map([...after].sort(([one], [another]) => (one < another ? -1 : 1)))
  }
})
