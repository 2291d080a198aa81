import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()

/** Fills a box while a plan is being made, between the reads of how full boxes are and of their cells. */
let fill: (() => Promise<unknown>) | undefined
/** Those whose tubes may go elsewhere are read before those that may take them. */
let reads = 0
const onceBoxesAreRead: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.rows.some((row) => 'cells' in row && 'tubes' in row)) reads += 1
    const put = reads === 2 ? fill : undefined
    if (put) fill = undefined
    await put?.()
    return result
  },
}
const server = await lab.startServer({ db: lab.db.withPlugin(onceBoxesAreRead) })

/** Box 1 with one tube and Box 2 with three, of 2 × 2 cells; whoever fills Box 2 does so while a plan is made. */
async function almostFull() {
  const { id, boxIds } = await addFreezer(lab, {
    ...{ name: 'Freezer 1', racks: 1, rackSize: [1, 2], boxesPerRack: 2, boxSize: [2, 2] },
  })
  const [one = 0, two = 0] = boxIds
  const put = async (storageId: number, location: string) =>
    ok(lab.post('/samples/associate', { sampleId: (await lab.addSample()).id, storageId, location }))
  await put(one, 'A1')
  for (const location of ['A1', 'B1', 'A2']) await put(two, location)
  reads = 0
  fill = () => put(two, 'B2')
  return { goal: 'consolidate', storageIds: [id], belowPercent: 50 }
}
const post = (path: string, body: object) =>
  server.inject({
    method: 'POST',
    url: `/api/moves/${path}`,
    payload: body,
    headers: { authorization: `Bearer ${lab.token()}` },
  })

test('a move starts also if its last free cell is filled by then, and is planned again', async () => {
  const { move } = await ok(post('start', await almostFull()))
  expect(fill).toBeUndefined()
  expect(move.steps).toMatchObject([
    {
      boxAlias: 'Box 1',
      to: null,
      note: 'Box 1 stays as it is: no other box with tubes has room for its 1 tube.',
    },
  ])
})

test('so is one that is only looked at', async () => {
  const { plan } = await ok(post('plan', await almostFull()))
  expect(fill).toBeUndefined()
  expect(plan.steps).toMatchObject([{ boxAlias: 'Box 1', to: { alias: 'Box 2' } }])
})
