import { expect, test } from 'vitest'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { addBox, addPlaced } = custodyCalls(lab)

test('a change by hand is refused if another person has changed a sample since, with who has it', async () => {
  const box = await addBox()
  const [tube, other] = [await addPlaced(box, 'A1', 'NB-1'), await addPlaced(box, 'A2', 'NB-2')]
  const bo = await lab.signIn('bo', 'Bo Chen')
  await ok(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' }, bo))

  const body = { sampleIds: [other.id, tube.id], custody: 'DEPLETED', reason: 'empty' }
  const refused = await lab.post('/custody/set', { ...body, expected: ['AVAILABLE'] })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'custody-not-possible',
      message: `NB-1 (${tube.alias}) is checked out: Bo Chen has it since 2026-11-20 09:00 UTC for 'PCR'. Nothing was changed.`,
    },
  ])
  for (const sampleId of body.sampleIds) {
    expect((await lab.get('/samples/location', { sampleId })).json()).toMatchObject({ inStorage: true })
  }

  expect(
    await ok(lab.post('/custody/set', { ...body, expected: ['AVAILABLE', 'CHECKED_OUT'] })),
  ).toMatchObject({ count: 2 })
})

test('a change by hand is refused if another person has had a sample since, also if it is again what it was', async () => {
  const box = await addBox()
  const [one, other] = [await addPlaced(box, 'A1', 'NB-1'), await addPlaced(box, 'A2', 'NB-2')]
  const bo = await lab.signIn('bo', 'Bo Chen')
  const cy = await lab.signIn('cy', 'Cy Roth')
  const take = (token: string, tube: { alias: string }) =>
    ok(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' }, token))
  await take(cy, other)
  const sampleIds = [one.id, other.id]
  const eventIds = async (): Promise<(number | null)[]> =>
    (await lab.post('/samples/chosen', { sampleIds }))
      .json()
      .samples.map(({ custodyEventId }: { custodyEventId: number | null }) => custodyEventId)
  const set = async (expectedEventIds: (number | null)[]) =>
    (
      await lab.post('/custody/set', {
        ...{ sampleIds, custody: 'MISSING', reason: 'empty', expected: ['AVAILABLE', 'CHECKED_OUT'] },
        expectedEventIds,
      })
    ).json()
  const seen = await eventIds()
  expect(seen).toEqual([null, expect.any(Number)])

  await take(bo, one)
  expect(await set(seen)).toEqual({
    code: 'custody-not-possible',
    message: `NB-1 (${one.alias}) is checked out: Bo Chen has it since 2026-11-20 09:00 UTC for 'PCR'. Nothing was changed.`,
  })
  const seenLater = await eventIds()
  await ok(lab.post('/custody/return', { identifiers: [other.alias] }, bo))
  await take(bo, other)
  expect(await set(seenLater)).toMatchObject({
    message: expect.stringMatching(/^NB-2 .* is checked out: Bo Chen has it/),
  })
  expect(await set(await eventIds())).toMatchObject({ count: 2 })
})

test('a change by hand names a change that was seen for each sample, or for none', async () => {
  const tube = await lab.addSample()
  const body = { sampleIds: [tube.id], custody: 'MISSING', reason: 'empty', expectedEventIds: [null, null] }
  expect((await lab.post('/custody/set', body)).json()).toMatchObject({
    code: 'request-invalid',
    message: expect.stringMatching(/one change, or null, for each sample/),
  })
})
