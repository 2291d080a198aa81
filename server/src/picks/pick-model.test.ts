import type { Custody } from '@lims/contract/custody.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'

const lab = await openLab()
const { addBox, addTube, create, get, pick, notFound, undo, close } = pickLab(lab)

const numTubes = 6
const maxLists = 3

type State = 'wanted' | 'picked' | 'not-found' | 'released'
type Model = {
  custody: Custody[]
  /** The open lists, and what became of each tube of theirs. */
  lists: { id: string; items: Map<number, State>; isOpen: boolean }[]
  /** The list of the last change of each tube, if that can be undone. */
  lastPick: (number | undefined)[]
}

const step = fc.oneof(
  fc.record({
    act: fc.constant('create' as const),
    tubes: fc.uniqueArray(fc.nat(numTubes - 1), { minLength: 1, maxLength: 4 }),
    without: fc.boolean(),
  }),
  fc.record({
    act: fc.constantFrom('pick' as const, 'pick' as const, 'not-found' as const, 'undo' as const),
    list: fc.nat(maxLists - 1),
    tube: fc.nat(numTubes - 1),
  }),
  fc.record({ act: fc.constantFrom('return' as const, 'find' as const), tube: fc.nat(numTubes - 1) }),
  fc.record({ act: fc.constant('close' as const), list: fc.nat(maxLists - 1) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const isWanted = ({ lists }: Model, tube: number) =>
  lists.some(({ isOpen, items }) => isOpen && items.get(tube) === 'wanted')

/** Returns whether the step succeeds, and applies it to the model if it does. */
function applyPick(model: Model, at: number, tube: number, to: 'picked' | 'not-found'): boolean {
  const list = model.lists[at]
  const state = list?.items.get(tube)
  const custody = model.custody[tube]
  if (!list?.isOpen || state === undefined || state === 'picked') return false
  if (to === 'not-found' && state !== 'wanted') return false
  if (
    state === 'not-found' &&
    (isWanted(model, tube) || (custody !== 'MISSING' && custody !== 'AVAILABLE'))
  ) {
    return false
  }
  list.items.set(tube, to)
  model.custody[tube] = to === 'picked' ? 'CHECKED_OUT' : 'MISSING'
  model.lastPick[tube] = at
  return true
}

function applyUndo(model: Model, at: number, tube: number): boolean {
  const list = model.lists[at]
  const state = list?.items.get(tube)
  if (!list?.isOpen || (state !== 'picked' && state !== 'not-found') || model.lastPick[tube] !== at)
    return false
  list.items.set(tube, 'wanted')
  model.custody[tube] = 'RESERVED'
  model.lastPick[tube] = undefined
  return true
}

test('after any creations, picks, reports, undos and closings the custody of every tube is that of the model', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const box = await addBox('Box')
      const tubes: Awaited<ReturnType<typeof addTube>>[] = []
      for (let index = 0; index < numTubes; index++) tubes.push(await addTube(box, `${'ABCDEF'[index]}1`))
      const model: Model = {
        custody: tubes.map(() => 'AVAILABLE'),
        lists: [],
        lastPick: tubes.map(() => undefined),
      }
      for (const one of steps) {
        const { succeeded, expected } = await run(one, model, tubes)
        expect(succeeded, JSON.stringify(one)).toBe(expected)
      }

      const rows = await lab.db.selectFrom('sample').select(['id', 'custody']).execute()
      const custodies = new Map(rows.map(({ id, custody }) => [id, custody]))
      expect(tubes.map(({ id }) => custodies.get(id))).toEqual(model.custody)
      for (const { id, items, isOpen } of model.lists) {
        const read = await get(id)
        expect(read.pickList.closedAt === null).toBe(isOpen)
        const states = new Map(
          read.items
            .filter(({ state }: { state: string }) => state !== 'left-out')
            .map(({ sampleId, state }: { sampleId: string; state: string }) => [sampleId, state]),
        )
        expect(states).toEqual(new Map([...items].map(([tube, state]) => [tubes[tube]?.id, state])))
      }
      // A tube is reserved exactly while an open list wants it.
      for (const [tube, custody] of model.custody.entries()) {
        expect(custody === 'RESERVED').toBe(isWanted(model, tube))
      }
    }),
    { numRuns: 25 },
  )
})

async function run(one: Step, model: Model, tubes: readonly { id: string; alias: string }[]) {
  const tubeOf = (index: number) => tubes[index] ?? { id: '', alias: '' }
  const listId = (at: number) => model.lists[at]?.id ?? '00000000-0000-4000-8000-000000000000'
  const isOk = async (reply: ReturnType<typeof lab.post>) => (await reply).statusCode === 200
  switch (one.act) {
    case 'create': {
      if (model.lists.length === maxLists) return { succeeded: true, expected: true }
      const reply = await create(
        one.tubes.map((tube) => tubeOf(tube).id),
        { withoutUnavailable: one.without },
      )
      const free = one.tubes.filter((tube) => model.custody[tube] === 'AVAILABLE' && !isWanted(model, tube))
      const expected = free.length === one.tubes.length || (one.without && free.length > 0)
      if (expected) {
        for (const tube of free) {
          model.custody[tube] = 'RESERVED'
          model.lastPick[tube] = undefined
        }
        const items = new Map(free.map((tube) => [tube, 'wanted' as State]))
        model.lists.push({ id: reply.json().pickList?.id, items, isOpen: true })
      }
      return { succeeded: reply.statusCode === 200, expected }
    }
    case 'pick': {
      const succeeded = await isOk(pick(listId(one.list), tubeOf(one.tube).alias))
      return { succeeded, expected: applyPick(model, one.list, one.tube, 'picked') }
    }
    case 'not-found': {
      const succeeded = await isOk(notFound(listId(one.list), tubeOf(one.tube).id))
      return { succeeded, expected: applyPick(model, one.list, one.tube, 'not-found') }
    }
    case 'undo': {
      const succeeded = await isOk(undo(listId(one.list), tubeOf(one.tube).id))
      return { succeeded, expected: applyUndo(model, one.list, one.tube) }
    }
    case 'close': {
      const list = model.lists[one.list]
      const succeeded = await isOk(close(listId(one.list)))
      const expected = list?.isOpen ?? false
      if (list && expected) {
        list.isOpen = false
        for (const [tube, state] of list.items) {
          if (state !== 'wanted') continue
          list.items.set(tube, 'released')
          model.custody[tube] = 'AVAILABLE'
          model.lastPick[tube] = undefined
        }
      }
      return { succeeded, expected }
    }
    default: {
      // Others return what was checked out, and find what was missing.
      const from = one.act === 'return' ? 'CHECKED_OUT' : 'MISSING'
      if (model.custody[one.tube] === from) {
        await changeElsewhere(tubeOf(one.tube).id, from, one.act)
        model.custody[one.tube] = 'AVAILABLE'
        model.lastPick[one.tube] = undefined
      }
      return { succeeded: true, expected: true }
    }
  }
}

const changeElsewhere = (sampleId: string, from: Custody, via: 'return' | 'find') =>
  unaudited(lab.db, (trx) =>
    insertCustodyEvents(trx, [{ sampleId, from, to: 'AVAILABLE' }], { via }, { userId: 'ada', at: testNow }),
  )
