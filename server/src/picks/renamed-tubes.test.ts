import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addTube, create, get, pick, notFound, close } = pickLab(lab)

test('a tube that was renamed has its new name on the open and the closed list, in the file and in refusals', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { pickList } = await ok(create([tube.id]))
  const { id } = pickList
  await ok(lab.post('/samples/update', { id: tube.id, name: 'NB-77' }))
  const shown = async () => (await get(id)).items[0].name
  expect(await shown()).toBe('NB-77')
  expect((await ok(pick(id, tube.alias))).item.name).toBe('NB-77')
  expect((await notFound(id, tube.id)).json().message).toBe(
    `NB-77 (${tube.alias}) was picked already by Ada Lindqvist.`,
  )
  await ok(close(id))
  expect(await shown()).toBe('NB-77')
  expect((await lab.get('/picks/export', { pickListId: id })).body).toContain(`,NB-77,${tube.alias},picked,`)
})
