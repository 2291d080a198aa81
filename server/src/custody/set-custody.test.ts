import { expect, test } from 'vitest'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { ok, addBox, addPlaced } = custodyCalls(lab)

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
