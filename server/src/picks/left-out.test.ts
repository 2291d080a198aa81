import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

/** Tubes that cannot be reserved, and are left out of a list that is created without them. */
const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example' })
const { addStorage, addBox, addTube, create, get, pick, custodyOf } = pickLab(lab)

const quarantine = (...sampleIds: string[]) =>
  ok(lab.post('/custody/set', { sampleIds, custody: 'QUARANTINED', reason: 'contaminated' }))

test('the doors and numbers of a walk count only what is not left out of the list', async () => {
  const [one, two, three] = [
    await addBox('Box 1', await addStorage('Freezer 1', 'FREEZER')),
    await addBox('Box 2', await addStorage('Freezer 2', 'FREEZER')),
    await addBox('Box 3', await addStorage('Freezer 3', 'FREEZER')),
  ]
  const first = await addTube(one, 'A1')
  const between = await addTube(one, 'B1')
  const second = await addTube(one, 'C1')
  const elsewhere = await addTube(two, 'A1')
  const last = await addTube(three, 'A1')
  await quarantine(between.id, elsewhere.id)
  const ids = [first, between, second, elsewhere, last].map(({ id }) => id)
  const { pickList } = await ok(create(ids, { withoutUnavailable: true }))

  const { items, boxes, doors } = await get(pickList.id)
  expect(doors).toBe(2)
  expect(boxes.map(({ path, door }: { path: string[]; door: number }) => [path.at(-1), door])).toEqual([
    ['Box 1', 1],
    ['Box 3', 2],
    ['Box 2', 0],
  ])
  expect(items.map(({ sampleId }: { sampleId: string }) => sampleId)).toEqual(
    [first, second, last, between, elsewhere].map(({ id }) => id),
  )
  expect(items.map(({ place }: { place: number }) => place)).toEqual([1, 2, 3, 4, 5])
  expect(items.slice(3)).toMatchObject([
    { state: 'left-out', position: 'B1' },
    { state: 'left-out', position: 'A1' },
  ])
})

test('a list is not created without a tube that was not shown as unavailable', async () => {
  const box = await addBox('Box 1')
  const [free, seen, taken] = [await addTube(box, 'A1'), await addTube(box, 'B1'), await addTube(box, 'C1')]
  await quarantine(seen.id, taken.id)
  const ids = [free.id, seen.id, taken.id]
  const createWithout = (unavailableSampleIds: string[]) =>
    create(ids, { withoutUnavailable: true, unavailableSampleIds })
  const refused = await createWithout([seen.id])
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'not-reservable',
    message: `1 more of 3 samples cannot be reserved: ${taken.name} (${taken.alias}) is put in quarantine by Ada Lindqvist. No pick list was created.`,
    field: 'sampleIds',
  })
  expect(await custodyOf(free.id)).toBe('AVAILABLE')
  const { pickList } = await ok(createWithout([seen.id, taken.id]))
  expect(pickList.counts).toMatchObject({ wanted: 1, 'left-out': 2 })
})

test('the refusal of a tube that was left out gives no reason once an erasure has removed it', async () => {
  const box = await addBox('Box 1')
  const [free, leftOut] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  await ok(lab.post('/samples/update', { id: leftOut.id, subjectId: 'PT-4711', version: 1 }))
  await quarantine(leftOut.id)
  const { pickList } = await ok(create([free.id, leftOut.id], { withoutUnavailable: true }))
  const refusal = async () => (await pick(pickList.id, leftOut.alias)).json().message
  const start = `${leftOut.name} (${leftOut.alias}) was left out of this list`
  const place = 'It belongs in Box 1 › B1.'
  expect(await refusal()).toBe(`${start}: put in quarantine by Ada Lindqvist. ${place}`)
  await ok(lab.post('/subjects/erase', { subjectId: 'PT-4711', reason: 'withdrew consent', samples: 'keep' }))
  expect(await refusal()).toBe(`${start}. ${place}`)
})
