import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const start = async (body: object, token = lab.token()) => {
  const reply = await lab.post('/print-runs/start', body, token)
  return [reply.statusCode, reply.json()]
}
async function addThree() {
  const batch_id = await lab.addBatch()
  const samples = []
  for (const name of ['NB-1', 'NB-2', 'NB-3']) samples.push((await lab.addSample({ name, batch_id })).id)
  return { batch_id, samples }
}
const finish = (runId: string) => lab.post('/print-runs/finish', { runId })

test('E5 the labels of chosen samples of any batch are one run, which its person finds again', async () => {
  const { samples } = await addThree()
  const elsewhere = await lab.addSample({ batch_id: await lab.addBatch({ name: 'Other' }) })
  const [, { run }] = await start({ sampleIds: [...samples, elsewhere.id] })
  expect(run).toMatchObject({ batchId: null, total: 4, counts: { waiting: 4 } })
  expect((await lab.get('/print-runs/open-of-chosen')).json().run.id).toBe(run.id)
  const bo = await lab.signIn('bo', 'Bo Chen')
  expect((await lab.get('/print-runs/open-of-chosen', {}, bo)).json()).toEqual({
    run: null,
    quietSeconds: null,
  })
  await finish(run.id)
  expect((await lab.get('/print-runs/open-of-chosen')).json().run).toBeNull()
})

test('E5 a person has one unfinished run of chosen samples; other labels and other people are free', async () => {
  const { batch_id, samples } = await addThree()
  const more = [(await lab.addSample({ batch_id })).id, (await lab.addSample({ batch_id })).id]
  await start({ sampleIds: samples })
  expect(await start({ sampleIds: samples.slice(1) })).toEqual([
    409,
    {
      code: 'print-run-open',
      message: 'You have an unfinished print run of chosen samples. Resume or end that one first.',
    },
  ])
  expect((await start({ sampleIds: more.slice(0, 1) }))[0]).toBe(200)
  expect((await start({ sampleIds: more }, await lab.signIn('bo', 'Bo Chen')))[0]).toBe(200)
})

test('E5 the run of one chosen sample is found again by its person too', async () => {
  const { batch_id, samples } = await addThree()
  const one = { sampleIds: samples.slice(0, 1), isOfChosen: true }
  const [, { run }] = await start(one)
  expect((await lab.get('/print-runs/open-of-chosen')).json().run).toMatchObject({ id: run.id, total: 1 })
  expect((await start({ sampleIds: samples }))[1].code).toBe('print-run-open')
  await finish(run.id)

  await start({ batchId: batch_id, isOfChosen: true })
  expect((await lab.get('/print-runs/open-of-chosen')).json().run).toBeNull()
  // A single label is always printable, also while the run of its batch is unfinished.
  expect((await start(one))[0]).toBe(200)
})

test('E5 labels that wait in the unfinished run of another person count as not printed, and come out once', async () => {
  const { batch_id, samples } = await addThree()
  const [, { run }] = await start({ sampleIds: samples.slice(0, 2) })
  const bo = await lab.signIn('bo', 'Bo Chen')
  const none = { total: 3, printedBefore: 0, inDoubt: 0, samplesInDoubt: [] }
  expect((await lab.post('/print-runs/chosen-printed-before', { sampleIds: samples }, bo)).json()).toEqual(
    none,
  )
  expect((await lab.get('/print-runs/printed-before', { batchId: batch_id }, bo)).json()).toEqual(none)
  const [, { run: alone }] = await start({ sampleIds: samples.slice(0, 1) }, bo)
  await finish(alone.id)
  const [, ofBatch] = await start({ batchId: batch_id, onlyUnprinted: true }, bo)
  expect(ofBatch.run.total).toBe(3)

  const claim = async (runId: string, places: number[], token?: string) => {
    const labels = places.map((place) => ({ place, from: 'waiting', to: 'sending' }))
    return (await lab.post('/print-runs/mark', { runId, labels }, token)).json().printedElsewhere.sort()
  }
  expect(await claim(ofBatch.run.id, [1, 2, 3], bo)).toEqual([])
  expect(await claim(run.id, [1, 2])).toEqual([1, 2])
  expect((await start({ sampleIds: samples.slice(0, 1) }))[1]).toMatchObject({
    code: 'reprint-needs-reason',
    message: 'This label was printed before, or may have been. Please give a reason why it is printed again.',
  })
})

test('E5 when a run is started five times at once, one start succeeds', async () => {
  const { samples } = await addThree()
  const replies = await Promise.all(Array.from({ length: 5 }, () => start({ sampleIds: samples })))
  expect(replies.map(([status]) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

test('E5 labels that wait in the unfinished run of their batch are not printed by a second run', async () => {
  const { batch_id, samples } = await addThree()
  const [, { run }] = await start({ batchId: batch_id })
  expect(await start({ sampleIds: samples.slice(0, 2) })).toEqual([
    409,
    {
      code: 'print-run-open',
      message:
        '2 of these labels are in an unfinished print run of Nordic study 4. Resume or end that one first.',
    },
  ])
  await finish(run.id)
  expect((await start({ sampleIds: samples.slice(0, 2) }))[0]).toBe(200)
})

test('E5 a run of chosen samples of which some were deleted says how many', async () => {
  const { samples } = await addThree()
  for (const id of samples.slice(1)) await lab.post(`/samples/delete?id=${id}`, undefined)
  const [status, { code, message }] = await start({ sampleIds: samples })
  expect([status, code]).toEqual([404, 'sample-not-found'])
  expect(message).toBe('Sample not found: 2 of the samples do not exist any more. Nothing was printed.')
  const [, { message: ofOne }] = await start({ sampleIds: samples.slice(2), isOfChosen: true })
  expect(ofOne).toBe('Sample not found')
})

test('E5 samples of a deleted batch with an unfinished run are printed after they were moved', async () => {
  const { batch_id, samples } = await addThree()
  const to = await lab.addBatch({ name: 'Other' })
  await start({ batchId: batch_id })
  for (const id of samples.slice(0, 2)) {
    await ok(lab.post('/samples/update', { id, batchId: to }))
  }
  await ok(lab.post(`/batches/delete?id=${batch_id}`, undefined))
  expect((await start({ sampleIds: samples.slice(0, 2) }))[1]).toMatchObject({ run: { total: 2 } })
})

test('nobody can resume the run of a deleted batch, which a label in doubt says', async () => {
  const { batch_id, samples } = await addThree()
  const [, { run }] = await start({ batchId: batch_id })
  for (const [from, to] of [
    ['waiting', 'sending'],
    ['sending', 'unknown'],
  ]) {
    await lab.post('/print-runs/mark', { runId: run.id, labels: [{ place: 1, from, to }] })
  }
  const prints = async () =>
    (await lab.get('/print-runs/of-sample', { sampleId: samples[0] as string })).json().prints
  expect(await prints()).toMatchObject([{ state: 'unknown', isRunOpen: true }])
  await lab.post('/samples/update', { id: samples[0], batchId: await lab.addBatch({ name: 'Other' }) })
  expect((await lab.post(`/batches/delete?id=${batch_id}`, undefined)).statusCode).toBe(200)
  expect(await prints()).toMatchObject([{ state: 'unknown', isRunOpen: false }])
})

test('E5 chosen labels that were printed before are counted, and need a reason', async () => {
  const { samples } = await addThree()
  const [, { run }] = await start({ sampleIds: samples.slice(0, 2) })
  for (const [from, to] of [
    ['waiting', 'sending'],
    ['sending', 'sent'],
  ]) {
    await lab.post('/print-runs/mark', { runId: run.id, labels: [{ place: 1, from, to }] })
  }
  await finish(run.id)
  const before = await lab.post('/print-runs/chosen-printed-before', { sampleIds: samples })
  expect(before.json()).toEqual({ total: 3, printedBefore: 1, inDoubt: 0, samplesInDoubt: [] })
  expect((await start({ sampleIds: samples }))[1].code).toBe('reprint-needs-reason')
  expect((await start({ sampleIds: samples, onlyUnprinted: true }))[1].run.total).toBe(2)
})
