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
  expect(await printedBefore()).toEqual({ total: 4, printedBefore: 0 })

  const run = (await lab.post('/print-runs/start', { batchId })).json().run
  const mark = (place: number, from: string, to: string) =>
    lab.post('/print-runs/mark', { runId: run.id, labels: [{ place, from, to }] })
  for (const place of [1, 2, 3]) await mark(place, 'waiting', 'sending')
  await mark(1, 'sending', 'sent')
  await mark(2, 'sending', 'failed')
  await lab.post('/print-runs/finish', { runId: run.id })
  expect(await printedBefore()).toEqual({ total: 4, printedBefore: 2 })
})

test('a batch that does not exist has no labels', async () => {
  expect((await lab.get('/print-runs/printed-before?batchId=none')).json()).toEqual({
    total: 0,
    printedBefore: 0,
  })
})
