import type { PrintLabel, PrintRun } from '@lims/contract/print-runs.ts'
import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()

async function aBatch(numSamples: number, name = 'Nordic study 4'): Promise<string> {
  const made = await lab.post('/batches/add', { name, description: 'd', numSamples, tubeType: 'EDTA' })
  return made.json().batch.id
}
const start = (body: object) => lab.post('/print-runs/start', body)
const started = async (body: object): Promise<PrintRun> => (await start(body)).json().run
const labels = async (runId: string, query: object = {}): Promise<PrintLabel[]> =>
  (await lab.get('/print-runs/labels', { runId, ...query })).json().labels
const mark = (runId: string, ...marks: [number, string, string][]) =>
  lab.post('/print-runs/mark', { runId, labels: marks.map(([place, from, to]) => ({ place, from, to })) })
const countsOf = async (runId: string) => (await lab.get('/print-runs/get', { runId })).json().run.counts
const refusal = (reply: { statusCode: number; json: () => { code: string } }) => [
  reply.statusCode,
  reply.json().code,
]

test('a run contains every label of the batch in the order of the samples, with its ZPL', async () => {
  const run = await started({ batchId: await aBatch(3) })
  expect(run).toMatchObject({
    total: 3,
    counts: { waiting: 3, sent: 0 },
    finishedAt: null,
    startedByName: 'Ada Lindqvist',
  })
  const waiting = await labels(run.id, { states: 'waiting', pageSize: '2' })
  expect(waiting.map(({ place, sampleName }) => [place, sampleName])).toEqual([
    [1, 'Nordic-study-4-0001'],
    [2, 'Nordic-study-4-0002'],
  ])
  expect(waiting[0]?.labelData).toContain(waiting[0]?.sampleId.toUpperCase())
  expect(await labels(run.id, { after: '2' })).toHaveLength(1)
})

test.each([
  [{ states: '' }, 'states: must name a state, such as waiting'],
  [{ states: ',' }, 'states: must name a state, such as waiting'],
  [{ after: '' }, 'after: must be a number'],
])(
  'labels with %j are refused: no states are not all, and no place is not the first',
  async (query, message) => {
    const run = await started({ batchId: await aBatch(1) })
    const reply = await lab.get('/print-runs/labels', { runId: run.id, ...query })
    expect([reply.statusCode, reply.json().message]).toEqual([400, message])
    expect(await labels(run.id, { states: 'waiting,', after: '0' })).toHaveLength(1)
  },
)

test('each label records its state, and none is sent twice', async () => {
  const run = await started({ batchId: await aBatch(3) })
  await mark(run.id, [1, 'waiting', 'sending'])
  const reply = await mark(run.id, [1, 'sending', 'sent'], [2, 'waiting', 'sending'])
  expect(reply.json()).toEqual({ success: true, leftOut: [], printedElsewhere: [] })
  expect(await countsOf(run.id)).toMatchObject({ sent: 1, sending: 1, waiting: 1 })
  expect(refusal(await mark(run.id, [1, 'waiting', 'sending']))).toEqual([409, 'print-label-changed'])
  expect(refusal(await mark(run.id, [1, 'sent', 'waiting']))).toEqual([400, 'request-invalid'])
})

test('of two windows with the same run, only one can send each label', async () => {
  const run = await started({ batchId: await aBatch(1) })
  const replies = await Promise.all(Array.from({ length: 10 }, () => mark(run.id, [1, 'waiting', 'sending'])))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('a closed window leaves the label being sent in doubt until a person decides', async () => {
  const batchId = await aBatch(2)
  const run = await started({ batchId })
  await mark(run.id, [1, 'waiting', 'sending'])

  expect((await lab.get('/print-runs/open', { batchId })).json().run.id).toBe(run.id)
  const resumed = (await lab.post('/print-runs/resume', { runId: run.id })).json().run
  expect(resumed.counts).toMatchObject({ unknown: 1, waiting: 1 })
  expect(refusal(await mark(run.id, [1, 'sending', 'sent']))).toEqual([409, 'print-label-changed'])
  await mark(run.id, [1, 'unknown', 'waiting'])
  expect(await countsOf(run.id)).toMatchObject({ waiting: 2 })
})

test('a batch has at most one open run; ending it cancels labels not sent', async () => {
  const batchId = await aBatch(2)
  const run = await started({ batchId })
  expect(refusal(await start({ batchId }))).toEqual([409, 'print-run-open'])
  await mark(run.id, [1, 'waiting', 'sending'])
  await mark(run.id, [1, 'sending', 'sent'])
  const ended = (await lab.post('/print-runs/finish', { runId: run.id })).json().run
  expect(ended).toMatchObject({ counts: { sent: 1, cancelled: 1 }, finishedAt: expect.any(String) })
  expect((await lab.get('/print-runs/open', { batchId })).json()).toEqual({ run: null, quietSeconds: null })
})

test('reprinting a label requires a reason; the sample lists its prints', async () => {
  const batchId = await aBatch(2)
  const [sample] = (await lab.get('/samples/list', { batchId })).json().samples
  const first = await started({ sampleIds: [sample.id] })
  await mark(first.id, [1, 'waiting', 'sending'])
  await mark(first.id, [1, 'sending', 'sent'])
  const again = await start({ batchId })
  expect(again.statusCode).toBe(409)
  expect(again.json()).toEqual({
    code: 'reprint-needs-reason',
    message:
      '1 of 2 labels were printed before, or may have been. Please give a reason why they are printed again.',
    field: 'reason',
  })
  expect((await start({ batchId, reason: 'smudged' })).statusCode).toBe(200)
  const { count, now, prints } = (await lab.get('/print-runs/of-sample', { sampleId: sample.id })).json()
  expect([count, prints[0]]).toMatchObject([1, { state: 'sent', userName: 'Ada Lindqvist' }])
  expect(now).toBe(testNow.toISOString())
})

test('a label in doubt can be decided from the sample, even if its run has ended', async () => {
  const batchId = await aBatch(1)
  const [{ id: sampleId }] = (await lab.get('/samples/list', { batchId })).json().samples
  const prints = async () => (await lab.get('/print-runs/of-sample', { sampleId })).json()
  const run = await started({ sampleIds: [sampleId] })
  await mark(run.id, [1, 'waiting', 'sending'])
  await lab.post('/print-runs/finish', { runId: run.id })
  const inDoubt = await prints()
  expect(inDoubt).toMatchObject({ count: 0, prints: [{ runId: run.id, place: 1, state: 'unknown' }] })

  await mark(run.id, [1, 'unknown', 'sent'])
  expect(await prints()).toMatchObject({ count: 1, prints: [{ state: 'sent' }] })
})

test('the prints of a sample say which of their runs this person can resume', async () => {
  const batchId = await aBatch(2)
  const sampleIds = (await lab.get('/samples/list', { batchId }))
    .json()
    .samples.map(({ id }: { id: string }) => id)
  const bo = await lab.signIn('bo', 'Bo Chen')
  const isRunOpen = async (runId: string, token?: string) => {
    const { prints } = (await lab.get('/print-runs/of-sample', { sampleId: sampleIds[0] }, token)).json()
    return prints.find((print: { runId: string }) => print.runId === runId).isRunOpen
  }
  const inDoubt = async (body: object) => {
    const run = await started({ reason: 'smudged', ...body })
    const place = (await labels(run.id)).find(({ sampleId }) => sampleId === sampleIds[0])?.place ?? 0
    await mark(run.id, [place, 'waiting', 'sending'])
    await mark(run.id, [place, 'sending', 'unknown'])
    return run.id
  }
  const ofBatch = await inDoubt({ batchId })
  expect([await isRunOpen(ofBatch), await isRunOpen(ofBatch, bo)]).toEqual([true, true])
  await lab.post('/print-runs/finish', { runId: ofBatch })
  expect(await isRunOpen(ofBatch)).toBe(false)
  const [chosen] = sampleIds
  const ofChosen = await inDoubt({ sampleIds: [chosen], isOfChosen: true })
  expect([await isRunOpen(ofChosen), await isRunOpen(ofChosen, bo)]).toEqual([true, false])
  // Nobody finds the run of a single label again.
  expect(await isRunOpen(await inDoubt({ sampleIds: [chosen] }))).toBe(false)
})

test('ERR-33 an empty batch has nothing to print', async () => {
  const reply = await start({ batchId: await lab.addBatch() })
  expect([reply.statusCode, reply.json().message]).toEqual([409, 'No samples in this batch to print'])
})

test('a label that came out has the name that is on it, and one that has not the present name', async () => {
  const run = await started({ batchId: await aBatch(2) })
  await mark(run.id, [1, 'waiting', 'sending'])
  await mark(run.id, [1, 'sending', 'sent'])
  for (const [index, { sampleId }] of (await labels(run.id)).entries()) {
    await ok(lab.post('/samples/update', { id: sampleId, name: `NB-${index + 1}` }))
  }
  expect((await labels(run.id)).map(({ sampleName }) => sampleName)).toEqual(['Nordic-study-4-0001', 'NB-2'])
})

test('the label of a sample deleted during the run stays listed and is not printed', async () => {
  const batchId = await aBatch(2)
  const run = await started({ batchId })
  const [label] = await labels(run.id)
  await lab.post(`/samples/delete?id=${label?.sampleId}`, undefined)
  expect(await labels(run.id)).toMatchObject([{ sampleName: 'Nordic-study-4-0001', labelData: null }, {}])

  const { leftOut, printedElsewhere } = (
    await mark(run.id, [1, 'waiting', 'sending'], [2, 'waiting', 'sending'])
  ).json()
  expect([leftOut, printedElsewhere]).toEqual([[1], []])
  expect(await labels(run.id)).toMatchObject([
    { state: 'cancelled', reason: 'The sample was deleted', attempts: 0 },
    { state: 'sending', attempts: 1 },
  ])
})

test('a label that never reached the agent becomes waiting again and does not count as an attempt', async () => {
  const run = await started({ batchId: await aBatch(1) })
  await mark(run.id, [1, 'waiting', 'sending'])
  await mark(run.id, [1, 'sending', 'waiting'])
  expect(await labels(run.id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
})

test('a label in doubt of an ended run becomes sent or cancelled, but is not printed again', async () => {
  const run = await started({ batchId: await aBatch(2) })
  await mark(run.id, [1, 'waiting', 'sending'])
  await lab.post('/print-runs/finish', { runId: run.id })
  expect(refusal(await mark(run.id, [1, 'unknown', 'waiting']))).toEqual([409, 'print-run-finished'])
  await mark(run.id, [1, 'unknown', 'sent'])
  expect(await countsOf(run.id)).toMatchObject({ sent: 1, cancelled: 1 })
})

test('the history of the batch shows who resumed and who ended a run', async () => {
  const batchId = await aBatch(3)
  const run = await started({ batchId })
  await mark(run.id, [1, 'waiting', 'sending'])
  await lab.post('/print-runs/resume', { runId: run.id })
  await mark(run.id, [1, 'unknown', 'sent'])
  await lab.post('/print-runs/finish', { runId: run.id })
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'person_id', 'after'])
    .where('entity_id', '=', batchId)
    .where('action', 'like', 'print-run.%')
    .orderBy('id')
    .execute()
  expect(events.slice(1)).toEqual([
    { action: 'print-run.resume', person_id: 'ada', after: { runId: run.id, inDoubt: 1 } },
    { action: 'print-run.end', person_id: 'ada', after: { runId: run.id, cancelled: 2, inDoubt: 0 } },
  ])
})

test('a print keeps the time at which its label was sent when it is in doubt and decided later', async () => {
  const batchId = await aBatch(1)
  const [{ id: sampleId }] = (await lab.get('/samples/list', { batchId })).json().samples
  const bo = await lab.signIn('bo', 'Bo Chen')
  const run = await started({ batchId })
  const print = async () => (await lab.get('/print-runs/of-sample', { sampleId })).json().prints[0]
  await mark(run.id, [1, 'waiting', 'sending'])

  lab.setNow(minutesLater(60))
  await lab.post('/print-runs/resume', { runId: run.id }, bo)
  expect(await print()).toMatchObject({ at: testNow.toISOString(), state: 'unknown', userName: 'Bo Chen' })
  await mark(run.id, [1, 'unknown', 'sent'])
  expect(await print()).toMatchObject({ at: testNow.toISOString(), state: 'sent' })
})

test('an open run reports the time since its last change', async () => {
  const batchId = await aBatch(1)
  const run = await started({ batchId })
  lab.setNow(new Date(testNow.getTime() + 40_000))
  await mark(run.id, [1, 'waiting', 'sending'])
  lab.setNow(new Date(testNow.getTime() + 52_300))
  expect((await lab.get('/print-runs/open', { batchId })).json().quietSeconds).toBe(12)
  expect((await lab.get('/print-runs/open', { batchId: 'no-id' })).json().run).toBe(null)
})

test('after a cancelled run only the unprinted labels can be printed', async () => {
  const batchId = await aBatch(3)
  const run = await started({ batchId })
  await mark(run.id, [1, 'waiting', 'sending'])
  await mark(run.id, [1, 'sending', 'sent'])
  await lab.post('/print-runs/finish', { runId: run.id })

  const rest = await started({ batchId, onlyUnprinted: true })
  expect((await labels(rest.id)).map(({ place, sampleName }) => [place, sampleName])).toEqual([
    [1, 'Nordic-study-4-0002'],
    [2, 'Nordic-study-4-0003'],
  ])
  await mark(rest.id, [1, 'waiting', 'sending'], [2, 'waiting', 'sending'])
  await mark(rest.id, [1, 'sending', 'sent'], [2, 'sending', 'sent'])
  await lab.post('/print-runs/finish', { runId: rest.id })
  const none = await start({ batchId, onlyUnprinted: true })
  expect([none.statusCode, none.json().message]).toEqual([
    409,
    'All of these labels were printed before, or may have been.',
  ])
})

test('the labels of a batch can be downloaded in pages without a run', async () => {
  const batchId = await aBatch(3)
  const page = async (pageNumber: string) =>
    (await lab.get('/print-runs/batch-labels', { batchId, pageNumber, pageSize: '2' })).json()
  const [first, second] = [await page('0'), await page('1')]
  expect([...first.labels, ...second.labels].map(({ sampleName }) => sampleName)).toEqual([
    'Nordic-study-4-0001',
    'Nordic-study-4-0002',
    'Nordic-study-4-0003',
  ])
  expect(first).toMatchObject({ totalLabels: 3, stock: { widthMm: 33, heightMm: 13, dpi: 300 } })
  expect(first.labels[0].labelData).toContain(first.labels[0].sampleId.toUpperCase())
  expect((await lab.get('/print-runs/open', { batchId })).json().run).toBe(null)
  const named = await lab.get('/print-runs/batch-labels', { batchId: 'Nordic study 4' })
  expect([named.statusCode, named.json().message]).toEqual([400, 'batchId: must be the id of a batch'])
})
