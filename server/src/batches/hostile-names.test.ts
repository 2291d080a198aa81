import type { Sample } from '@lims/contract/samples.ts'
import { asComposed, asOneLine } from '@lims/contract/text.ts'
import { expect, test } from 'vitest'
import { hostileNames } from '../../test/hostile-texts.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
/** What is kept of a text: all that people can see. */
const seen = (text: string) => asComposed(text).trim()
const name = (text: string) => asOneLine(text)

test.each(hostileNames)('%j is stored as the name of a batch and its samples', async (text) => {
  const reply = await lab.post('/batches/add', {
    name: text,
    description: text,
    numSamples: 1,
    samplePrefix: text,
    tubeType: 'EDTA',
  })
  const { batch } = reply.json()
  expect(batch).toMatchObject({ name: name(text), description: seen(text) })

  const found = (await lab.get('/batches/search', { query: text })).json()
  expect(found.batches).toMatchObject([{ id: batch.id, name: name(text) }])
  const { samples } = (await lab.get('/samples/search', { query: text })).json()
  const [sample] = samples as Sample[]
  expect(sample).toMatchObject({ name: `${name(text)}-0001`, batchName: name(text) })

  const received = await lab.post('/samples/receive', { identifier: sample?.id ?? '', notes: text })
  expect(received.json().sample).toMatchObject({ name: `${name(text)}-0001`, status: 'RECEIVED' })
  const { events } = (await lab.get('/samples/lifecycle-history', { sampleId: sample?.id ?? '' })).json()
  expect(events).toMatchObject([{ notes: seen(text) }])
})

test.each(hostileNames)('%j as an identifier finds nothing and changes nothing', async (text) => {
  const { id } = await lab.addSample()
  expect((await lab.post('/samples/receive', { identifier: text })).statusCode).toBe(404)
  expect((await lab.get('/samples/get', { id })).json().sample.status).toBe('UNKNOWN')
})

test.each(hostileNames)('%j in patients, sites and prefixes is stored as it is seen', async (text) => {
  const reply = await lab.post('/batches/add-patient', {
    name: 'Study',
    description: 'x',
    numPatients: 1,
    tubeTypes: [{ tubeType: 'DBS', count: 1 }],
    samplePrefix: text,
    siteId: text,
  })
  const { samples } = (
    await lab.get('/samples/list', { batchId: reply.json().batch.id, siteId: text })
  ).json()
  expect(samples).toMatchObject([
    { name: `${name(text)}-P001-DBS-1`, subjectId: `${name(text)}-P001`, siteId: name(text) },
  ])
})
