import { expect, test } from 'vitest'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'

/** An undo of a change of several tubes, one of which was deleted since, names that one. */
const lab = await openLab()
const { addBox, addPlaced, checkOut, post, refusal } = custodyCalls(lab)

type Tube = Awaited<ReturnType<typeof addPlaced>>
type Undo = [path: string, body: object]

const changes: [string, (tubes: Tube[], box: number) => Promise<Undo>, string][] = [
  [
    'a check-out',
    async (tubes) => {
      const taken = await checkOut(tubes.map(({ alias }) => alias))
      return ['/custody/undo', { eventIds: taken.map(({ eventId }) => eventId) }]
    },
    'custody-changed-since',
  ],
  [
    'a change of status',
    async (tubes) => {
      const body = { sampleIds: tubes.map(({ id }) => id), newStatus: 'COLLECTED' }
      const { eventIds } = await post('/samples/update-statuses', body)
      return ['/samples/undo-status', { eventIds }]
    },
    'status-changed-since',
  ],
  [
    'a move',
    async (tubes, storageId) => {
      const moves = tubes.map(({ id }, index) => ({
        ...{ sampleId: id, storageId },
        ...{ rowCoordinate: 3, columnCoordinate: 1 + index },
      }))
      const { before, custodyEventIds } = await post('/samples/arrange', { moves })
      return ['/samples/arrange', { moves: before, expected: moves, undo: { custodyEventIds } }]
    },
    'moved-meanwhile',
  ],
]

test.each(changes)('the undo of %s names the tube that was deleted since', async (_what, change, code) => {
  const box = await addBox()
  const tubes = [await addPlaced(box, 'A1', 'one'), await addPlaced(box, 'B1', 'two')]
  const [undoPath, undo] = await change(tubes, box)
  const remove = async () => (await post(`/samples/delete?id=${tubes[1]?.id}`, {})).deletionId
  await post('/deletions/undo', { deletionId: await remove() })
  const deletionId = await remove()

  expect(await refusal(undoPath, undo)).toEqual({
    code,
    message: `Nothing was undone: two (${tubes[1]?.alias}) was deleted since.`,
  })
  await post('/deletions/undo', { deletionId })
  await post(undoPath, undo)
})

test('the undo of a move of a tube that never was names no tube', async () => {
  const nobody = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
  const body = { moves: [{ sampleId: nobody, storageId: 0 }], undo: { custodyEventIds: [] } }
  expect(await refusal('/samples/arrange', body)).toMatchObject({ code: 'sample-not-found' })
})
