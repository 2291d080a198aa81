import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { ok, addBox, addTube, custodyOf } = pickLab(lab)

test('the undo of a check-out whose box was deleted since names the box and the tube, and changes nothing', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'B2')
  const { tubes } = await ok(
    lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', keepPlace: false }),
  )
  const undo = () => lab.post('/custody/undo', { eventIds: [tubes[0].eventId] })
  const { deletionId } = await ok(lab.post(`/storage/delete?id=${box}`, {}))
  const refused = await undo()
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'custody-changed-since',
      message: `Nothing was undone: Box 3, where ${tube.name} (${tube.alias}) stood, was deleted since.`,
    },
  ])
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')

  await ok(lab.post('/deletions/undo', { deletionId }))
  await ok(undo())
  expect((await lab.get('/samples/location', { sampleId: tube.id })).json()).toMatchObject({ location: 'B2' })
})
