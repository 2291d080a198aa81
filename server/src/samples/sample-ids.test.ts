import { version } from 'uuid'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { apply } = importing(lab)

const kits = {
  name: 'Memory study',
  description: 'Baseline visit',
  numPatients: 20,
  tubeTypes: [{ tubeType: 'EDTA', count: 5 }],
  samplePrefix: 'MEM',
  siteId: 'LUND',
}

async function idsOf(batchId: string): Promise<string[]> {
  const { samples } = (await lab.get('/samples/list', { batchId, pageSize: '1000' })).json()
  return samples.map(({ id }: { id: string }) => id)
}

/** Milliseconds since 1970, the first 48 bits (RFC 9562, section 5.7). */
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

test('ids of samples begin with the time of registration, by every way to register them', async () => {
  const registered = {
    'a patient batch': async () => (await lab.post('/batches/add-patient', kits)).json().batch.id,
    'a sample': async () => {
      const batchId = await lab.addBatch()
      await lab.post('/samples/add', { batchId, name: 'NB-1', type: 'DNA', status: 'UNKNOWN' })
      return batchId
    },
    'a file': async () => {
      const batchId = await lab.addBatch({ name: 'Of a file' })
      await apply('Name,Parent\nNB-1,\nNB-1-DNA-1,NB-1', { columns: 'name,parent', batchId })
      return batchId
    },
  }
  for (const [way, register] of Object.entries(registered)) {
    const begunAt = Date.now()
    const ids = await idsOf(await register())
    const times = ids.map(timeOf)
    expect(ids.map(version), way).toEqual(ids.map(() => 7))
    expect(times, way).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0], way).toBeGreaterThanOrEqual(begunAt)
    expect(times.at(-1), way).toBeLessThanOrEqual(Date.now())
  }
})
