import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addTube, create, get, pick, notFound, close, custodyOf } = pickLab(lab)

const writers = 50
const statusesOf = async (replies: readonly ReturnType<typeof lab.post>[]) =>
  (await Promise.all(replies)).map(({ statusCode }) => statusCode).sort()

const oneOk = [200, ...Array.from({ length: writers - 1 }, () => 409)]

test(`of ${writers} lists created at once for one tube, one reserves it`, { timeout: 60_000 }, async () => {
  const tube = await addTube(await addBox('Box'))
  const statuses = await statusesOf(
    Array.from({ length: writers }, (_, index) => create([tube.id], { name: `List ${index}` })),
  )
  expect(statuses).toEqual(oneOk)
  expect((await lab.get('/picks/list')).json().totalPickLists).toBe(1)
  expect(await lab.db.selectFrom('custody_event').select('id').execute()).toHaveLength(1)
})

test('the database itself refuses two open lists for one tube', async () => {
  const tube = await addTube(await addBox('Box'))
  await ok(create([tube.id]))
  const second = lab.db.transaction().execute(async (trx) => {
    const list = await trx
      .insertInto('pick_list')
      .values({
        name: 'Second',
        purpose: '',
        person_id: 'ada',
        created_by: 'ada',
        created_at: new Date(),
        expected_return_at: null,
        thawed: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('pick_list_item')
      .values({
        pick_list_id: list.id,
        sample_id: tube.id,
        sample_name: 'N',
        tube_id: 'T',
        state: 'wanted',
        changed_at: new Date(),
        changed_by: 'ada',
      })
      .execute()
  })
  await expect(second).rejects.toMatchObject({ constraint: 'pick_list_item_is_wanted_once' })
})

test(`${writers} scans of one tube at once check it out once`, { timeout: 60_000 }, async () => {
  const tube = await addTube(await addBox('Box'))
  const { pickList } = await ok(create([tube.id]))
  const statuses = await statusesOf(Array.from({ length: writers }, () => pick(pickList.id, tube.alias)))
  expect(statuses).toEqual(oneOk)
  const events = await lab.db.selectFrom('custody_event').select('via').orderBy('id').execute()
  expect(events.map(({ via }) => via)).toEqual(['reserve', 'pick'])
})

test('two people pick one list at once, and every tube is picked once', { timeout: 60_000 }, async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const box = await addBox('Box')
  const tubes = []
  for (let column = 0; column < 9; column++) {
    tubes.push(await addTube(box, `${'ABCDEFGHI'[column]}1`))
    tubes.push(await addTube(box, `${'ABCDEFGHI'[column]}2`))
  }
  const { pickList } = await ok(create(tubes.map(({ id }) => id)))
  const replies = await Promise.all([
    ...tubes.map(({ alias }) => pick(pickList.id, alias)),
    ...tubes.toReversed().map(({ alias }) => pick(pickList.id, alias, {}, bo)),
  ])
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(tubes.length)
  expect((await get(pickList.id)).pickList.counts).toMatchObject({ wanted: 0, picked: tubes.length })
})

test(`a list that ${writers} people close at once is closed once, and picks at the same time win or lose whole`, {
  timeout: 60_000,
}, async () => {
  const box = await addBox('Box')
  const tubes = []
  for (const column of 'ABCDEFGHI') tubes.push(await addTube(box, `${column}1`))
  const { pickList } = await ok(create(tubes.map(({ id }) => id)))
  const picks = tubes.map(({ alias, id }, index) =>
    index % 2 === 0 ? pick(pickList.id, alias) : notFound(pickList.id, id),
  )
  const statuses = await statusesOf(Array.from({ length: writers }, () => close(pickList.id)))
  expect(statuses).toEqual(oneOk)
  const picked = await Promise.all(picks)

  const { items, pickList: closed } = await get(pickList.id)
  expect(closed.counts.wanted).toBe(0)
  for (const [index, tube] of tubes.entries()) {
    const done = index % 2 === 0 ? 'CHECKED_OUT' : 'MISSING'
    const hasWon = picked[index]?.statusCode === 200
    expect(await custodyOf(tube.id)).toBe(hasWon ? done : 'AVAILABLE')
    expect(items.find(({ sampleId }: { sampleId: string }) => sampleId === tube.id).state).toBe(
      !hasWon ? 'released' : index % 2 === 0 ? 'picked' : 'not-found',
    )
  }
  const closings = await lab.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'pick-list.close')
    .execute()
  expect(closings).toHaveLength(1)
})
