import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'

const lab = await openLab()
const { plan, start, get } = moving(lab)
const allowedMs = 2000

test('plans 300 boxes with 30,000 tubes within 2 s, and reads the walk as fast', {
  timeout: 120_000,
}, async () => {
  const dead = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 12,
    rackSize: [5, 5],
    boxesPerRack: 25,
    boxSize: [10, 10],
    tubesPerBox: 100,
  })
  for (const number of [2, 3, 4]) {
    await addFreezer(lab, {
      name: `Freezer ${number}`,
      racks: 10,
      rackSize: [5, 5],
      boxesPerRack: 12,
      boxSize: [10, 10],
      tubesPerBox: 20,
      firstBox: number * 1000,
    })
  }
  await expectWithin(allowedMs, async () => {
    const { boxes, tubes, notFitting, freezers } = await plan(evacuation(dead))
    expect({ boxes, tubes, notFitting, freezers: freezers.length }).toEqual({
      boxes: 300,
      tubes: 30_000,
      notFitting: 0,
      freezers: 3,
    })
  })
  const { id } = await start(evacuation(dead))
  await expectWithin(allowedMs, async () => expect((await get(id)).steps).toHaveLength(300))
})

test('consolidating 30,000 tubes of 300 boxes into fewer plans every tube within 2 s', {
  timeout: 120_000,
}, async () => {
  const freezer = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 12,
    rackSize: [5, 5],
    boxesPerRack: 25,
    boxSize: [20, 20],
    tubesPerBox: 100,
  })
  await expectWithin(2 * allowedMs, async () => {
    const { boxes, tubes } = await plan({ goal: 'consolidate', storageIds: [freezer.id] })
    expect({ boxes, tubes }).toEqual({ boxes: 225, tubes: 22_500 })
  })
})
