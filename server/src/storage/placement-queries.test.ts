import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { pickLab } from '../../test/picks.ts'
import { getContentName } from './placement-queries.ts'

const lab = await openLab()
const { addBox } = pickLab(lab)

test('a cell that another person has emptied since has a name for a refusal too', async () => {
  const storageId = await addBox('Box 1')
  expect(await getContentName(lab.db, { storageId, row: 1, column: 1 })).toBe('something else')
})
