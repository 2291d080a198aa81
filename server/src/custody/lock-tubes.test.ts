import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { custodyCalls } from '../../test/custody-calls.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

const { addBox, checkOut } = custodyCalls(lab)

test('the label of a storage where a tube is expected gets a sentence that says so', async () => {
  const box = await addBox()
  const code = storageCode(box)
  const refused = await lab.post('/custody/return', { identifiers: [code] })
  const notFound = { code: 'sample-not-found', field: 'identifiers' }
  expect([refused.statusCode, refused.json()]).toEqual([
    404,
    { ...notFound, message: `${code} is the label of a storage, Box 9. Please scan a tube.` },
  ])
  const unknown = await lab.post('/custody/return', { identifiers: ['T9999999'] })
  expect(unknown.json()).toEqual({ ...notFound, message: 'Sample not found: T9999999.' })
  const { alias } = await lab.addSample()
  const several = await lab.post('/custody/return', { identifiers: [code, alias, 'T9999999'] })
  expect(several.json().message).toBe(`Sample not found: ${code}, T9999999. Nothing was changed.`)
})

test('the label of a storage in another one is named by its path', async () => {
  const { boxIds } = await addFreezer(lab, {
    ...{ name: 'Freezer 1', racks: 1, rackSize: [1, 1], boxesPerRack: 1 },
  })
  const code = storageCode(boxIds[0] ?? 0)
  const refused = await lab.post('/custody/return', { identifiers: [code] })
  const path = 'Freezer 1 › Rack A › Box 1'
  expect(refused.json().message).toBe(`${code} is the label of a storage, ${path}. Please scan a tube.`)
})

test('the name of a storage where a tube is expected gets a sentence with the code of its label', async () => {
  const box = await addBox()
  const refusal = async (name: string) => {
    const reply = await lab.post('/custody/return', { identifiers: [name] })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'sample-not-found'])
    return reply.json().message
  }
  const code = storageCode(box)
  expect(await refusal('box 9')).toBe(
    `box 9 is the name of a storage, not a tube ID. The code on its label is ${code}.`,
  )
  await addBox()
  expect(await refusal('Box 9')).toBe('Box 9 is the name of 2 storages, not a tube ID.')
  const named = await lab.addSample({ alias: 'Box 9' })
  expect(await checkOut(['Box 9'])).toMatchObject([{ id: named.id }])
})

test('the name of a sample where a tube ID is expected gets a sentence with its tube ID', async () => {
  const { alias } = await lab.addSample({ name: 'BA-0004' })
  const refused = await lab.post('/custody/return', { identifiers: ['BA-0004'] })
  expect([refused.statusCode, refused.json()]).toEqual([
    404,
    {
      code: 'sample-not-found',
      message: `BA-0004 is the name of a sample, not a tube ID. The tube ID is ${alias}.`,
      field: 'identifiers',
    },
  ])
})
