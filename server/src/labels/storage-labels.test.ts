import { parseStorageCode, storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { hostileNames } from '../../test/hostile-texts.ts'
import { openLab } from '../../test/lab.ts'
import { commandsOf, drawLabels, readCodes } from '../../test/read-label.ts'
import { layOutLabel } from './label-layout.ts'

const lab = await openLab()
const add = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await lab.post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more })).json().storage
    .id
const print = (body: object) => lab.post('/storage-labels/print', body)
/** What a person reads on the label, line by line. */
const linesOf = (zpl: string) =>
  [...zpl.matchAll(/\^A0N,\d+,\d+\^FH_\^FD(.*?)\^FS/g)].map(([, line = '']) =>
    Buffer.from(line.replace(/_([0-9A-F]{2})/g, '%$1'), 'utf8').toString(),
  )

test('the label of a storage has its code, its alias and its path', async () => {
  const freezer = await add('Freezer 1', 'FREEZER')
  const rack = await add('Rack A', 'RACK', { parentID: freezer })
  const box = await add('Box 07', 'BOX', { parentID: rack })

  const { labels, stock } = (await print({ storageIds: [box] })).json()

  expect(labels).toMatchObject([{ storageId: box, alias: 'Box 07', code: storageCode(box) }])
  expect(linesOf(labels[0].labelData)).toEqual(['Box 07', 'Freezer 1 / Rack A', storageCode(box)])
  const [picture = Buffer.alloc(0)] = await drawLabels(labels[0].labelData, stock)
  const [code] = await readCodes(picture)
  expect(code).toMatchObject({ text: storageCode(box), ecLevel: 'Q' })
  expect(parseStorageCode(code?.text ?? '')).toBe(box)
})

test.each([
  [25, 10, 203],
  [33, 13, 300],
  [100, 50, 600],
])('the code fits and scans on %d × %d mm at %d dpi', async (widthMm, heightMm, dpi) => {
  const stock = { widthMm, heightMm, dpi }
  const zpl = layOutLabel(
    { id: storageCode(12), lines: ['Box 07', 'Freezer 1'], errorCorrection: 'Q' },
    stock,
  )
  const [picture = Buffer.alloc(0)] = await drawLabels(zpl, stock)
  expect(await readCodes(picture)).toMatchObject([{ text: 'STO0000012' }])
})

test('no alias of a storage can write commands of the printer', async () => {
  const plain = (await print({ storageIds: [await add('Plain', 'BOX')] })).json().labels[0].labelData
  for (const alias of [...hostileNames.filter((name) => name.trim() !== ''), '^XZ~JA^XA', '^FS^FO0,0^GB']) {
    const reply = await lab.post('/storage/add', {
      alias: alias.slice(0, 200),
      type: 'BOX',
      numberRows: 1,
      numberColumns: 1,
    })
    if (reply.statusCode !== 200) continue
    const [label] = (await print({ storageIds: [reply.json().storage.id] })).json().labels
    expect([0, 1].map((less) => commandsOf(plain).length - less)).toContain(
      commandsOf(label.labelData).length,
    )
  }
})

test('the labels of all boxes inside a storage are printed at once, in the order of their cells', async () => {
  const freezer = await add('Freezer 1', 'FREEZER')
  const rack = await add('Rack A', 'RACK', { parentID: freezer, rowCoordinate: 2, columnCoordinate: 1 })
  const second = await add('Box 2', 'BOX', { parentID: rack, rowCoordinate: 2, columnCoordinate: 1 })
  const first = await add('Box 1', 'BOX', { parentID: rack, rowCoordinate: 1, columnCoordinate: 1 })
  const direct = await add('Box 0', 'BOX', { parentID: freezer, rowCoordinate: 1, columnCoordinate: 1 })
  const { labels } = (await print({ boxesInside: freezer })).json()
  expect(labels.map(({ storageId }: { storageId: number }) => storageId)).toEqual([direct, first, second])
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['entity_id', 'after'])
    .where('action', '=', 'storage.print-label')
    .orderBy('id')
    .execute()
  expect(events).toEqual(
    [direct, first, second].map((id) => ({ entity_id: String(id), after: { code: storageCode(id) } })),
  )
})

test('a storage that does not exist, and one without boxes, get a sentence', async () => {
  expect((await print({ storageIds: [9] })).json().code).toBe('storage-not-found')
  expect((await print({ boxesInside: 9 })).json().code).toBe('storage-not-found')
  const freezer = await add('Freezer 1', 'FREEZER')
  expect((await print({ boxesInside: freezer })).json()).toEqual({
    code: 'nothing-to-print',
    message: 'There is no box inside Freezer 1.',
  })
  expect((await print({ boxesInside: freezer, storageIds: [freezer] })).json().message).toMatch(
    'Give either storageIds or boxesInside, not both',
  )
  expect((await print({})).statusCode).toBe(400)
})

test('the code of a storage is found by the search', async () => {
  await add('Freezer 1', 'FREEZER')
  const box = await add('Box 07', 'BOX')
  const found = (await lab.get('/find', { query: storageCode(box).toLowerCase() })).json()
  expect(found.storages).toMatchObject([{ id: box, alias: 'Box 07' }])
})
