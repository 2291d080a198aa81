import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

test('counts the labels of a batch that were printed or may have been', async () => {
  const { id: batchId } = (
    await lab.post('/batches/add', {
      name: 'Some printed',
      description: 'Labels',
      numSamples: 4,
      tubeType: 'EDTA',
    })
  ).json().batch
  const printedBefore = async () =>
    (await lab.get(`/print-runs/printed-before?batchId=${batchId}`)).json() as unknown
  expect(await printedBefore()).toEqual({ total: 4, printedBefore: 0, inDoubt: 0, samplesInDoubt: [] })

  const run = (await lab.post('/print-runs/start', { batchId })).json().run
  const mark = (place: number, from: string, to: string) =>
    lab.post('/print-runs/mark', { runId: run.id, labels: [{ place, from, to }] })
  for (const place of [1, 2, 3]) await mark(place, 'waiting', 'sending')
  await mark(1, 'sending', 'sent')
  await mark(2, 'sending', 'failed')
  await lab.post('/print-runs/finish', { runId: run.id })
  const { labels } = (await lab.get('/print-runs/labels', { runId: run.id, states: 'unknown' })).json()
  const [{ sampleId, sampleName, tubeId }] = labels
  expect(await printedBefore()).toEqual({
    total: 4,
    printedBefore: 2,
    inDoubt: 1,
    samplesInDoubt: [{ sampleId, sampleName, tubeId }],
  })
})

test('a batch that does not exist has no labels', async () => {
  expect((await lab.get('/print-runs/printed-before?batchId=none')).json()).toEqual({
    total: 0,
    printedBefore: 0,
    inDoubt: 0,
    samplesInDoubt: [],
  })
})

test('a label in doubt of a sample that has another label is not in doubt', async () => {
  const { id } = await lab.addSample({})
  const print = async (to: string) => {
    const body = { sampleIds: [id], reason: 'smudged' }
    const { run } = (await lab.post('/print-runs/start', body)).json()
    for (const labels of [
      [{ place: 1, from: 'waiting', to: 'sending' }],
      [{ place: 1, from: 'sending', to }],
    ])
      await lab.post('/print-runs/mark', { runId: run.id, labels })
    return (await lab.post('/print-runs/chosen-printed-before', { sampleIds: [id] })).json()
  }
  expect(await print('unknown')).toMatchObject({ total: 1, printedBefore: 1, inDoubt: 1 })
  expect(await print('sent')).toEqual({ total: 1, printedBefore: 1, inDoubt: 0, samplesInDoubt: [] })
})
