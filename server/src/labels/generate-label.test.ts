import { expect, test } from 'vitest'
import { hostileNames } from '../../test/hostile-texts.ts'
import { openLab } from '../../test/lab.ts'
import { commandsOf, drawLabels, readCodes } from '../../test/read-label.ts'

const lab = await openLab()
const stock = { widthMm: 33, heightMm: 13, dpi: 300 }
const generate = (body: object) => lab.post('/label/generate', body)
const labelRequest = (uuid: string) => ({
  uuid,
  entityType: 'sample',
  barcodeSpec: { type: 'QR', encoding: 'UTF-8', errorCorrection: 2 },
  labelFormat: 'ZPL',
  additionalInfo: `UUID ${uuid}`,
})
/** What a person reads on the label, line by line. */
const linesOf = (zpl: string) =>
  [...zpl.matchAll(/\^A0N,\d+,\d+\^FH_\^FD(.*?)\^FS/g)].map(([, line = '']) =>
    Buffer.from(line.replace(/_([0-9A-F]{2})/g, '%$1'), 'utf8').toString(),
  )

test('API-LABEL-01 API-LABEL-02 API-LABEL-04 the label of a sample, in both places of the answer', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-001', subject_id: 'P001' })

  const reply = await generate(labelRequest(id))

  expect(reply.statusCode).toBe(200)
  const { labelData, data, stock: reported } = reply.json()
  expect(data).toEqual({ labelData })
  expect(reported).toEqual(stock)
  expect(linesOf(labelData)).toEqual([alias, 'NB-001', 'PLASMA', 'S: P001', '2026-11-20'])
  const [label = Buffer.alloc(0)] = await drawLabels(labelData, stock)
  expect(await readCodes(label)).toMatchObject([{ text: id.toUpperCase(), ecLevel: 'Q' }])
})

test('C4 the date on the label is that of the collection, and of the registration until there is one', async () => {
  const { id } = await lab.addSample()
  lab.setNow(new Date('2026-11-24T09:00:00.000Z'))
  const token = await lab.signIn('ada', 'Ada Lindqvist')
  const dateOn = async () =>
    linesOf((await lab.post('/label/generate', { uuid: id }, token)).json().labelData).at(-1)
  expect(await dateOn()).toBe('2026-11-20')
  await lab.post('/samples/update-lifecycle', { sampleId: id, newStatus: 'COLLECTED' }, token)
  expect(await dateOn()).toBe('2026-11-24')
})

test('API-LABEL-01 only the id is needed; it may be in upper case, as the code says it', async () => {
  const { id } = await lab.addSample()
  const full = (await generate(labelRequest(id))).json()
  expect((await generate({ uuid: id })).json()).toEqual(full)
  expect((await generate({ uuid: id.toUpperCase() })).json()).toEqual(full)
})

test('API-LABEL-01 the request may be written in snake_case', async () => {
  const { id } = await lab.addSample()
  const reply = await generate({
    uuid: id,
    entity_type: 'SAMPLE',
    barcode_spec: { type: 'QR', encoding: 'UTF-8', error_correction: 3 },
    label_format: 'ZPL',
    additional_info: 'Keep frozen',
  })
  expect(reply.json().labelData).toMatch(/\^BQN,2,\d+,H,7\^FH_\^FDHA,/)
  expect(linesOf(reply.json().labelData)).toContain('Keep frozen')
})

test.each([
  [0, 'L'],
  [1, 'M'],
  [2, 'Q'],
  [3, 'H'],
  ['2', 'Q'],
  ['Q', 'Q'],
  ['H', 'H'],
])('API-LABEL-02 error correction %j is %s', async (errorCorrection, letter) => {
  const { id } = await lab.addSample()
  const { labelData } = (await generate({ uuid: id, barcodeSpec: { errorCorrection } })).json()
  expect(labelData).toContain(`,${letter},7^FH_^FD${letter}A,`)
})

test.each([4, -1, 2.5, 'X', '', null, true, [2]])(
  'error correction %j is refused',
  async (errorCorrection) => {
    const { id } = await lab.addSample()
    const reply = await generate({ uuid: id, barcodeSpec: { errorCorrection } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().field).toBe('barcodeSpec.errorCorrection')
  },
)

test.each(['', null, undefined, 'UUID {id}', 'UUID: {id}', 'uuid{id}'])(
  'API-LABEL-03 additional info %j says what the code says already, and adds no line',
  async (info) => {
    const { id, alias } = await lab.addSample({ name: 'NB-001' })
    const additionalInfo = info?.replace('{id}', id)
    const { labelData } = (await generate({ uuid: id, additionalInfo })).json()
    expect(linesOf(labelData)).toEqual([alias, 'NB-001', 'PLASMA', '2026-11-20'])
  },
)

test('other additional info is a line of its own', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-001', subject_id: 'P001' })
  const { labelData } = (await generate({ uuid: id, additionalInfo: 'Keep at -70 C' })).json()
  expect(linesOf(labelData)).toEqual([alias, 'NB-001', 'PLASMA S: P001', 'Keep at -70 C', '2026-11-20'])
})

test('no name, subject or additional info gives the printer an order', async () => {
  const plain = await lab.addSample({ name: 'NB-001', subject_id: 'P001' })
  const control = (await generate({ uuid: plain.id, additionalInfo: 'Keep frozen' })).json().labelData
  for (const text of hostileNames) {
    const { id } = await lab.addSample({ name: text, subject_id: text })
    const { labelData } = (await generate({ uuid: id, additionalInfo: text })).json()
    expect(commandsOf(labelData), text).toEqual(commandsOf(control))
  }
})

test.each(['7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f', 'T0000001', '^XZ'])(
  'there is no label of %s',
  async (uuid) => {
    const reply = await generate({ uuid })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ code: 'sample-not-found', message: 'Sample not found' })
  },
)

test.each([
  ['entityType', { entityType: 'storage' }],
  ['labelFormat', { labelFormat: 'EPL' }],
  ['barcodeSpec.type', { barcodeSpec: { type: 'CODE128' } }],
  ['barcodeSpec.encoding', { barcodeSpec: { encoding: 'UTF-16' } }],
])('another %s is refused by name', async (field, wish) => {
  const { id } = await lab.addSample()
  const reply = await generate({ uuid: id, ...wish })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe(field)
})
