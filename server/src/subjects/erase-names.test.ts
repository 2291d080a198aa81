import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
const post = async (path: string, body: object) => {
  const reply = await lab.post(path, body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const erase = () =>
  post('/subjects/erase', { subjectId: 'subj-77', reason: 'withdrew consent', samples: 'keep' })

async function addSamples() {
  const { batch } = await post('/batches/add', {
    name: 'Kits of SUBJ-77',
    description: 'd',
    numSamples: 1,
    tubeType: 'EDTA',
    samplePrefix: 'S',
  })
  const add = async (name: string, subjectId?: string) =>
    (await post('/samples/add', { name, batchId: batch.id, type: 'DNA', status: 'UNKNOWN', subjectId }))
      .sample as { id: string; alias: string }
  return { batch, add }
}

test('the certificate and the reply say which names still contain the ID, without naming it', async () => {
  const { batch, add } = await addSamples()
  const sample = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  await add('SUBJ-778-EDTA-1')
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box subj-77', type: 'BOX', ...size })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(3)
  expect(certificate).toContain(
    `The ID is still in 3 names, of: sample ${sample.alias}, batch ${batch.id}, storage ${storageCode(storage.id)}.`,
  )
  expect(certificate).not.toContain('anonymous')
  expect(certificate.toUpperCase()).not.toContain('SUBJ-77')
})

test('of samples that were renamed before the erasure, no event has the ID any more', async () => {
  const { batch, add } = await addSamples()
  const { id } = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  await post('/samples/add-child', { parentSampleId: id, type: 'DNA' })
  const [child] = (await lab.get('/samples/children', { sampleId: id })).json().children
  await post('/samples/update', { id, name: 'EDTA-1' })
  await post('/samples/update', { id: child.id, name: 'EDTA-1-DNA-1' })
  await post('/batches/update', { id: batch.id, name: 'Kits', description: 'd' })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(0)
  expect(certificate).toContain('2 samples kept as anonymous')
  const { rows } = await sql`
    select action from audit_event
    where entity_type = 'sample' and strpos(upper(concat(before::text, after::text)), 'SUBJ-77') > 0
  `.execute(lab.db)
  expect(rows).toEqual([])
})
