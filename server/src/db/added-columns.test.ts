import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()

/** As the start of a newer server does, beside the one that runs. */
async function addColumns(name: string) {
  for (const table of await lab.db.introspection.getTables()) {
    await sql`alter table ${sql.table(table.name)} add column ${sql.ref(name)} text`.execute(lab.db)
  }
}

test('a server goes on with reads and writes while a newer version adds columns to the tables that it reads', async () => {
  const batch = { name: 'Nordic study 4', description: 'd', numSamples: 3, tubeType: 'EDTA' }
  const batchId = (await lab.post('/batches/add', batch)).json().batch.id
  const runId = (await lab.post('/print-runs/start', { batchId })).json().run.id
  const send = async (place: number) => {
    const labels = [{ place, from: 'waiting', to: 'sending' }]
    const marked = await lab.post('/print-runs/mark', { runId, labels })
    const listed = await lab.get('/print-runs/labels', { runId, states: 'sending' })
    const finished = await lab.post('/print-runs/resume', { runId })
    return [marked, listed, finished].map(({ statusCode, body }) => (statusCode === 200 ? 200 : body))
  }
  expect(await send(1)).toEqual([200, 200, 200])
  await addColumns('first')
  expect(await send(2)).toEqual([200, 200, 200])
  await addColumns('second')
  expect(await send(3)).toEqual([200, 200, 200])
})

test('a transaction that has begun is repeated as a whole', async () => {
  const place = (alias: string) =>
    ok(lab.post('/storage/add', { alias, type: 'RACK', numberRows: 3, numberColumns: 3 }))
  await place('Rack 1')
  await addColumns('third')
  await place('Rack 2')
  const { storages } = (await lab.get('/storage/list')).json()
  expect(storages.map(({ alias }: { alias: string }) => alias).sort()).toEqual(['Rack 1', 'Rack 2'])
})

test('a move is started while a newer version adds columns that are never empty', async () => {
  const { confirmStep, rackOfBoxes, start } = moving(lab)
  const freezer = await rackOfBoxes(2)
  for (const table of ['box_move_step', 'box_move_tube']) {
    await sql`alter table ${sql.table(table)} add column fourth boolean not null default false`.execute(
      lab.db,
    )
  }
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const [step] = move.steps
  if (!step) throw new Error('no step')
  expect(await confirmStep(move, step)).toMatchObject({ moved: 1 })
})
