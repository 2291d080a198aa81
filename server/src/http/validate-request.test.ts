import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentsOf } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

let before: string
beforeEach(async () => {
  before = await contentsOf(lab.db)
})
afterEach(async () => {
  expect(await contentsOf(lab.db)).toBe(before)
})

const long = (length: number) => 'x'.repeat(length)
const broken = 'must not contain NUL or invalid Unicode characters'
const batch = { name: 'Study', description: 'Plasma', numSamples: 3, tubeType: 'EDTA' }
const kit = {
  name: 'Study',
  description: 'Plasma',
  numPatients: 3,
  tubeTypes: [{ tubeType: 'EDTA', count: 1 }],
}
const sampleId = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'

type Wrong = [path: string, body: object, field: string, message: string]
const wrong: Wrong[] = [
  ['/samples/receive', {}, 'identifier', 'Please scan or enter a sample identifier'],
  ['/samples/receive', { identifier: null }, 'identifier', 'Please scan or enter a sample identifier'],
  ['/samples/receive', { identifier: ['a'] }, 'identifier', 'identifier: expected string, received array'],
  [
    '/samples/receive',
    { identifier: long(201) },
    'identifier',
    'identifier: must be at most 200 characters long',
  ],
  ['/samples/receive', { identifier: 'T\u00001' }, 'identifier', `identifier: ${broken}`],
  ['/samples/receive', { identifier: 'T1\ud800' }, 'identifier', `identifier: ${broken}`],
  ['/samples/receive', { identifier: 'T1', notes: 7 }, 'notes', 'notes: expected string, received number'],
  [
    '/samples/receive',
    { identifier: 'T1', notes: long(2001) },
    'notes',
    'notes: must be at most 2,000 characters long',
  ],
  ['/samples/update-lifecycle', { new_status: 'COLLECTED' }, 'sampleId', 'sampleId: is missing'],
  ['/samples/update-lifecycle', { sample_id: sampleId }, 'newStatus', 'Please select a status'],
  [
    '/samples/update-lifecycle',
    { sample_id: sampleId, new_status: '' },
    'newStatus',
    'Please select a status',
  ],
  [
    '/samples/update-lifecycle',
    { sample_id: { a: 1 }, new_status: 'COLLECTED' },
    'sampleId',
    'sampleId: expected string, received object',
  ],
  ['/batches/add', { ...batch, name: undefined }, 'name', 'Name is required'],
  ['/batches/add', { ...batch, name: ' \t' }, 'name', 'Name is required'],
  ['/batches/add', { ...batch, name: long(201) }, 'name', 'name: must be at most 200 characters long'],
  ['/batches/add', { ...batch, name: 'a\u0000b' }, 'name', `name: ${broken}`],
  ['/batches/add', { ...batch, name: { toString: 'x' } }, 'name', 'name: expected string, received object'],
  ['/batches/add', { ...batch, description: '' }, 'description', 'Description is required'],
  ['/batches/add', { ...batch, numSamples: undefined }, 'numSamples', 'Number of samples is required'],
  [
    '/batches/add',
    { ...batch, numSamples: 0 },
    'numSamples',
    'numSamples: You must enter a value greater than 0',
  ],
  [
    '/batches/add',
    { ...batch, numSamples: -5 },
    'numSamples',
    'numSamples: You must enter a value greater than 0',
  ],
  ['/batches/add', { ...batch, numSamples: 1.5 }, 'numSamples', 'numSamples: Must be a whole number'],
  [
    '/batches/add',
    { ...batch, numSamples: '3' },
    'numSamples',
    'numSamples: expected number, received string',
  ],
  ['/batches/add', { ...batch, numSamples: 20_001 }, 'numSamples', 'A batch holds at most 20,000 samples'],
  ['/batches/add', { ...batch, numSamples: 1e308 }, 'numSamples', 'numSamples: Must be a whole number'],
  ['/batches/add', { ...batch, tubeType: undefined }, 'tubeType', 'Tube Type is required'],
  [
    '/batches/add',
    { ...batch, tubeType: 'JAR' },
    'tubeType',
    'tubeType: expected one of "EDTA"|"S-cfDNA"|"S-pp"|"DBS"',
  ],
  [
    '/batches/add',
    { ...batch, tube_type: '__proto__', tubeType: undefined },
    'tubeType',
    'tubeType: expected one of "EDTA"|"S-cfDNA"|"S-pp"|"DBS"',
  ],
  [
    '/batches/add',
    { ...batch, samplePrefix: long(61) },
    'samplePrefix',
    'samplePrefix: must be at most 60 characters long',
  ],
  ['/batches/add-patient', { ...kit, numPatients: null }, 'numPatients', 'Number of patients is required'],
  [
    '/batches/add-patient',
    { ...kit, numPatients: 20_001 },
    'numPatients',
    'numPatients: A batch holds at most 20,000 samples',
  ],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: [{ tubeType: 'EDTA', count: 20 }], numPatients: 1001 },
    'numPatients',
    'A batch holds at most 20,000 samples; these patients would make 20,020',
  ],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: [{ tubeType: 'EDTA', count: -1 }] },
    'tubeTypes.0.count',
    'tubeTypes.0.count: Must be 0 or greater',
  ],
  ['/samples/undo-status', { eventIds: [0] }, 'eventIds.0', 'eventIds.0: must be the id of a change'],
  ['/custody/undo', { eventIds: [1e16] }, 'eventIds.0', 'eventIds.0: must be the id of a change'],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: [{ tubeType: 'EDTA', count: 1001 }] },
    'tubeTypes.0.count',
    'tubeTypes.0.count: Must be 1,000 or less',
  ],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: [{ tubeType: 'EDTA', count: 0 }] },
    'tubeTypes',
    'At least one tube type must have a count greater than 0',
  ],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: [] },
    'tubeTypes',
    'At least one tube type must have a count greater than 0',
  ],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: 'EDTA' },
    'tubeTypes',
    'tubeTypes: expected array, received string',
  ],
  [
    '/batches/add-patient',
    { ...kit, tubeTypes: [kit.tubeTypes[0], kit.tubeTypes[0]] },
    'tubeTypes',
    'tubeTypes contains a tube type twice',
  ],
  [
    '/label/generate',
    { uuid: sampleId, barcodeSpec: { errorCorrection: 4 } },
    'barcodeSpec.errorCorrection',
    'barcodeSpec.errorCorrection: is not valid',
  ],
  ['/label/generate', { uuid: sampleId, labelFormat: 'EPL' }, 'labelFormat', 'labelFormat: expected "ZPL"'],
  [
    '/label/generate',
    { uuid: sampleId, additionalInfo: long(501) },
    'additionalInfo',
    'additionalInfo: must be at most 500 characters long',
  ],
  ['/label/generate', {}, 'uuid', 'uuid: is missing'],
]

test.each(wrong)('%s names what is wrong: %j', async (path, body, field, message) => {
  const reply = await lab.post(path, body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'request-invalid', message, field })
})

test.each([
  ['id=a&id=b', 'id', 'id: expected string, received array'],
  ['', 'id', 'id: is missing'],
  ['id=', 'id', 'id: is missing'],
  [`id=${long(201)}`, 'id', 'id: must be at most 200 characters long'],
  ['id=a%00b', 'id', `id: ${broken}`],
])('GET /samples/get?%s names what is wrong', async (query, field, message) => {
  const reply = await lab.app.inject({
    url: `/api/samples/get?${query}`,
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'request-invalid', message, field })
})

test.each([
  ['pageSize=0', 'pageSize: must be at least 1'],
  ['pageSize=1001', 'pageSize: must be at most 1,000'],
  ['pageSize=ten', 'pageSize: must be a number'],
  ['pageSize=Infinity', 'pageSize: must be a number'],
  ['pageSize=1.5', 'pageSize: must be a whole number'],
])('C6 GET /samples/list?%s lists the allowed values', async (query, message) => {
  const reply = await lab.app.inject({
    url: `/api/samples/list?${query}`,
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(reply.json().message).toBe(message)
})

test('a status of any other type is rejected in words, even if it cannot be printed', async () => {
  const status = { toString: 1, valueOf: 1 }
  const reply = await lab.post('/samples/add', { name: 'A', batchId: sampleId, type: 'DNA', status })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe(
    `sample status validation failed: '{"toString":1,"valueOf":1}' is not a status`,
  )
})

test.each([
  ['page_size=0', 'pageSize'],
  ['pageSize=1001', 'pageSize'],
  ['pageSize=ten', 'pageSize'],
  ['pageSize=1.5', 'pageSize'],
  ['pageNumber=-1', 'pageNumber'],
  ['pageNumber=1e400', 'pageNumber'],
  ['pageNumber=', 'pageNumber'],
  ['pageNumber=%20', 'pageNumber'],
  ['pageNumber=1&pageNumber=2', 'pageNumber'],
  ['sampleType=WINE', 'sampleType'],
  [`query=${long(201)}`, 'query'],
])('GET /samples/list?%s names %s', async (query, field) => {
  const reply = await lab.app.inject({
    url: `/api/samples/list?${query}`,
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe(field)
  expect(reply.json().message).toMatch(new RegExp(`^${field}: `))
})
