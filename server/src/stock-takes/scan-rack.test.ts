import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countQueries } from '../../test/count-queries.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { scanRack } from './scan-rack.ts'

const lab = await openLab()
const { build, addStorage, addTube, start, scan, read, apply, stateOf, post } = countedFreezer(lab)

test('a rack file counts a whole box in one call, and finishes it', async () => {
  const { freezer: id, box1, samples } = await build(3)
  const loose = await addTube('NB-loose')
  const stockTake = await start(id)
  const content = [
    `A1,${samples[0]?.alias}`,
    'B1,',
    `C1,${loose.alias}`,
    `D1,${samples[1]?.alias}`,
    'A2,T4444444',
  ].join('\n')
  const counted = await post('/stock-takes/scan-rack', {
    stockTakeId: stockTake.id,
    storageId: box1,
    content: content.replace('B1,', 'B1,EMPTY'),
    convention: 'own',
  })
  expect(counted).toEqual({
    success: true,
    counts: { 'in-place': 1, 'other-place': 1, missing: 1, 'not-recorded': 1, 'unknown-code': 1 },
    unreadable: 0,
    isFinished: true,
  })
  await apply(stockTake.id, { results: ['other-place', 'missing', 'not-recorded'] })
  expect(await stateOf(loose.id)).toBe('Box 1 C1 AVAILABLE')
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 D1 AVAILABLE')
})

test('a rack file finishes a box from which tubes are checked out: unread they are not missing, read they are not recorded', async () => {
  const { freezer, box1, samples } = await build(3)
  const aliases = samples.map(({ alias }) => alias)
  await post('/custody/check-out', { identifiers: aliases.slice(0, 2), purpose: 'PCR' })
  const { id } = await start(freezer)
  const counted = await post('/stock-takes/scan-rack', {
    stockTakeId: id,
    storageId: box1,
    content: `A1,${aliases[0]}\nB1,No Tube\nC1,No Tube`,
    convention: 'own',
  })
  expect(counted).toMatchObject({
    counts: { 'in-place': 0, 'other-place': 0, missing: 1, 'not-recorded': 1, 'unknown-code': 0 },
    isFinished: true,
  })
})

test('a rack file with an unreadable tube leaves the box open, and nothing is missing yet', async () => {
  const { freezer: id, box1, samples } = await build(2)
  const stockTake = await start(id)
  const content = `A1,${samples[0]?.alias}\nB1,No Read`
  const counted = await post('/stock-takes/scan-rack', {
    stockTakeId: stockTake.id,
    storageId: box1,
    content,
    convention: 'own',
  })
  expect(counted).toMatchObject({ unreadable: 1, isFinished: false, counts: { missing: 0 } })
})

test('the event of a rack file holds its name, its codes and what came of them', async () => {
  const { freezer, box1, samples } = await build(2)
  const { id } = await start(freezer)
  const content = `A1,${samples[0]?.alias}\nB1,EMPTY\nC1,T4444444`
  const file = { stockTakeId: id, storageId: box1, content, convention: 'own' }
  await post('/stock-takes/scan-rack', { ...file, fileName: 'rack.csv' })
  await post('/stock-takes/scan-rack', file)
  const after = {
    box: 'Freezer 1 › Rack A › Box 1',
    storageId: box1,
    unreadable: 0,
    isFinished: true,
    codes: [samples[0]?.alias, 'T4444444'],
    counts: { 'in-place': 1, 'other-place': 0, missing: 1, 'not-recorded': 0, 'unknown-code': 1 },
  }
  const event = {
    at: testNow,
    person_id: 'ada',
    reason: null,
    entity_type: 'stock-take',
    entity_id: id,
    before: null,
  }
  expect(await auditEventsOf(lab, 'stock-take.scan-rack')).toEqual([
    { ...event, after: { ...after, fileName: 'rack.csv' } },
    { ...event, after: { ...after, fileName: '' } },
  ])
})

test('a rack file finishes the box only if it was read whole and names every recorded cell', async () => {
  const { freezer, box1, samples } = await build(2)
  const { id } = await start(freezer)
  const count = (content: string) =>
    post('/stock-takes/scan-rack', { stockTakeId: id, storageId: box1, content, convention: 'own' })
  const [one, two] = samples
  expect(await count(`A1,${one?.alias}\nB1,${two?.alias}\nD4,No Read`)).toMatchObject({
    unreadable: 1,
    isFinished: false,
  })
  expect(await count(`A1,${one?.alias}\nB1,${two?.alias}`)).toMatchObject({
    unreadable: 0,
    isFinished: true,
    counts: { 'in-place': 2 },
  })
  expect((await read(id)).boxes).toMatchObject([{ state: 'finished', isEmpty: false }, {}])
})

test('a rack file that leaves recorded cells out says nothing of their tubes', async () => {
  const { freezer, box1 } = await build(2)
  const { id } = await start(freezer)
  const file = { stockTakeId: id, storageId: box1, content: 'A1,EMPTY', convention: 'own' }
  expect(await post('/stock-takes/scan-rack', file)).toMatchObject({
    isFinished: false,
    counts: { missing: 0 },
  })
})

test('tubes that were counted in four other boxes take as many statements as those of one', async () => {
  const { freezer, rack, box1, box2 } = await build(0)
  const others = [box2]
  for (const alias of ['Box 3', 'Box 4', 'Box 5']) {
    others.push(await addStorage(alias, 'BOX', { parentID: rack }))
  }
  const last = await addStorage('Box 6', 'BOX', { parentID: rack })
  const { id } = await start(freezer)
  const countElsewhere = async (codes: readonly string[], boxes: readonly number[]) => {
    for (const [index, code] of codes.entries()) await scan(id, boxes[index % boxes.length] ?? 0, code)
    return ['A1', 'B1', 'C1', 'D1'].map((cell, index) => `${cell},${codes[index]}`).join('\n')
  }
  const statements = (storageId: number, content: string) =>
    countQueries(lab.db, (trx) =>
      scanRack(
        trx,
        { stockTakeId: id, storageId, content, convention: 'own', fileName: undefined },
        { userId: 'ada', at: testNow },
      ),
    )
  const ofOne = await countElsewhere(['T9000001', 'T9000002', 'T9000003', 'T9000004'], [box2])
  const ofFour = await countElsewhere(['T9000005', 'T9000006', 'T9000007', 'T9000008'], others)
  const few = await statements(box1, ofOne)
  expect(await statements(last, ofFour)).toBe(few)
})
