import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'

const lab = await openLab()

let batchId: string
let sampleIds: string[]
beforeEach(async () => {
  batchId = await lab.addBatch()
  sampleIds = []
  for (const name of ['NB-1', 'NB-2']) sampleIds.push((await lab.addSample({ name, batch_id: batchId })).id)
})

const start = async (body: object): Promise<string> => {
  const reply = await lab.post('/print-runs/start', body)
  expect(reply.statusCode).toBe(200)
  return reply.json().run.id
}
const startOfOne = (more: object = {}) => start({ sampleIds: sampleIds.slice(0, 1), ...more })
const mark = (runId: string, from: string, to: string) =>
  lab.post('/print-runs/mark', { runId, labels: [{ place: 1, from, to }] })
const claim = async (runId: string, from = 'waiting') => (await mark(runId, from, 'sending')).json()
async function print(runId: string) {
  await claim(runId)
  await mark(runId, 'sending', 'sent')
}
const firstLabel = async (runId: string) => (await lab.get('/print-runs/labels', { runId })).json().labels[0]
const leftOut = { success: true, leftOut: [1], printedElsewhere: [1] }
const claimed = { success: true, leftOut: [], printedElsewhere: [] }

test('a label printed alone since the run of its batch began is left out by that run', async () => {
  const batchRun = await start({ batchId })
  await print(await startOfOne())
  expect(await claim(batchRun)).toEqual(leftOut)
  expect(await firstLabel(batchRun)).toMatchObject({
    state: 'cancelled',
    reason: 'The label was printed in another print run, or may have been',
    attempts: 0,
  })
  expect((await lab.get('/print-runs/get', { runId: batchRun })).json().run).toMatchObject({
    total: 2,
    counts: { waiting: 1, sending: 0, cancelled: 1 },
  })
  const { prints } = (await lab.get('/print-runs/of-sample', { sampleId: sampleIds[0] ?? '' })).json()
  expect(prints).toHaveLength(1)
})

test.each(['sending', 'unknown'])('a label that is %s in another run is left out', async (state) => {
  const batchRun = await start({ batchId })
  const other = await startOfOne()
  await claim(other)
  if (state !== 'sending') await mark(other, 'sending', state)
  expect(await claim(batchRun)).toEqual(leftOut)
})

test('a label that failed in another run is printed', async () => {
  const batchRun = await start({ batchId })
  const other = await startOfOne()
  await claim(other)
  await mark(other, 'sending', 'failed')
  expect(await claim(batchRun)).toEqual(claimed)
})

test('a label that failed here and was printed elsewhere since is left out when it is retried', async () => {
  const batchRun = await start({ batchId })
  await claim(batchRun)
  await mark(batchRun, 'sending', 'failed')
  await print(await startOfOne())
  expect(await claim(batchRun, 'failed')).toEqual(leftOut)
})

test('a run with a reason prints what another run has printed since', async () => {
  await print(await startOfOne())
  const batchRun = await start({ batchId, reason: 'The labels are smudged' })
  lab.setNow(new Date(testNow.getTime() + 1000))
  await print(await startOfOne({ reason: 'It is needed now' }))
  expect(await claim(batchRun)).toEqual(claimed)
})

test('a run with a reason leaves out what was first printed since it began', async () => {
  await print(await start({ sampleIds: sampleIds.slice(1) }))
  const batchRun = await start({ batchId, reason: 'The labels are smudged' })
  lab.setNow(new Date(testNow.getTime() + 1000))
  await print(await startOfOne())
  expect(await claim(batchRun)).toEqual(leftOut)
})

test('a run with a reason prints a label that was in doubt when it began, and is settled since', async () => {
  const other = await startOfOne()
  await claim(other)
  await mark(other, 'sending', 'unknown')
  lab.setNow(new Date(testNow.getTime() + 1000))
  const batchRun = await start({ batchId, reason: 'The labels are smudged' })
  lab.setNow(new Date(testNow.getTime() + 2000))
  await mark(other, 'unknown', 'sent')
  expect(await claim(batchRun)).toEqual(claimed)
})

test('a run of chosen samples leaves out what a run with a reason has printed since', async () => {
  const chosen = await start({ sampleIds })
  await print(await startOfOne({ reason: 'It is needed now' }))
  expect(await claim(chosen)).toEqual(leftOut)
})

test('of two runs that claim the label of one tube at the same moment one prints it', async () => {
  const [one, other] = [await startOfOne(), await startOfOne()]
  const replies = await lab.db.transaction().execute(async (trx) => {
    await trx.selectFrom('print_label').select('place').where('run_id', '=', one).forUpdate().execute()
    const first = claim(one)
    await waitsForLock(lab.db, first)
    const second = claim(other)
    expect(await waitsForLock(lab.db, second, 1)).toBe(true)
    return { first, second }
  })
  expect([await replies.first, await replies.second]).toEqual([claimed, leftOut])
})

test('no label is sent for a tube whose creation is being undone', async () => {
  const { id } = await lab.addSample()
  const { samples } = (
    await lab.post('/samples/add-child', { parentSampleId: id, count: 1, type: 'DNA' })
  ).json()
  const childIds = samples.map((child: { id: string }) => child.id)
  const { run } = (await lab.post('/print-runs/start', { sampleIds: childIds })).json()
  const replies = await lab.db.transaction().execute(async (trx) => {
    await sql`lock table audit_event in share mode`.execute(trx)
    const undone = lab.post('/samples/undo-add-child', { parentSampleId: id, childIds })
    expect(await waitsForLock(lab.db, undone)).toBe(true)
    const labels = [{ place: 1, from: 'waiting', to: 'sending' }]
    const sent = lab.post('/print-runs/mark', { runId: run.id, labels })
    await waitsForLock(lab.db, sent, 1)
    return { undone, sent }
  })
  expect((await replies.undone).statusCode).toBe(200)
  expect((await replies.sent).json()).toMatchObject({ leftOut: [1] })
})

test('no label is sent for a tube that is being deleted, also before its row is', async () => {
  const runId = await startOfOne()
  const replies = await lab.db.transaction().execute(async (trx) => {
    await sql`lock table deleted_row in share mode`.execute(trx)
    const deleted = lab.post(`/samples/delete?id=${sampleIds[0]}`, {})
    expect(await waitsForLock(lab.db, deleted)).toBe(true)
    const claimedLate = claim(runId)
    expect(await waitsForLock(lab.db, claimedLate, 1)).toBe(true)
    return { deleted, claimedLate }
  })
  expect((await replies.deleted).statusCode).toBe(200)
  expect(await replies.claimedLate).toMatchObject({ leftOut: [1] })
})
