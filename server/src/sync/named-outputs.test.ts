import { test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { outputsOfLock } from './named-outputs.ts'

test('a lock whose stages are all written out in dvc.yaml is read in linear time', async () => {
  const repositoryOf = (numStages: number) => {
    const names = Array.from({ length: numStages }, (_, n) => `align-${n}`)
    const stages = Object.fromEntries(names.map((name) => [name, { outs: [] }]))
    const planned = Object.fromEntries(names.map((name) => [name, { wdir: 'runs', outs: ['A.bam'] }]))
    return [{ schema: '2.0', stages }, { stages: planned }] as const
  }
  const [few, many] = [repositoryOf(200), repositoryOf(1600)]
  await expectTimesAsLong({
    base: () => outputsOfLock(...few),
    work: () => outputsOfLock(...many),
    atMostTimes: 20,
    leastMs: 2,
  })
})

test.each<[string, (items: string[]) => unknown]>([
  ['list', (items) => items],
  ['list that has lost them', (items) => items.map((item) => `other-${item}`)],
  ['map that has lost them', (items) => Object.fromEntries(items.map((item) => [`other-${item}`, '']))],
])('a lock whose stages are the items of a %s is read in linear time', async (_, foreachOf) => {
  const repositoryOf = (numItems: number) => {
    // Numbers, which YAML may write in another form.
    const items = Array.from({ length: numItems }, (_, n) => `${n}`)
    const stages = Object.fromEntries(items.map((item) => [`align@${item}`, { outs: [] }]))
    return [{ schema: '2.0', stages }, { stages: { align: { foreach: foreachOf(items), do: {} } } }] as const
  }
  const [few, many] = [repositoryOf(500), repositoryOf(4000)]
  await expectTimesAsLong({
    base: () => outputsOfLock(...few),
    work: () => outputsOfLock(...many),
    atMostTimes: 20,
    leastMs: 2,
  })
})
