import { expect, test } from 'vitest'
import { DomainError } from '../errors/domain-error.ts'
import { translateDatabaseError } from './translate-database-error.ts'

test.each([
  [{ code: 'LIM03' }, 'cell-outside-grid', 'That cell is outside the grid.'],
  [{ code: 'LIM07' }, 'storage-too-small', 'Some contents are outside the new size. Move them first.'],
  [{ code: 'LIM08' }, 'storage-not-found', 'Storage not found'],
  [
    { code: '23514', constraint: 'sample_out_of_use_has_no_place' },
    'sample-out-of-use',
    'A sample that is depleted or disposed of cannot be placed in storage. Undo that, or count it in a stock-take, first.',
  ],
])('the refusal %j of the database is worded', async (refusal, code, message) => {
  const translated = translateDatabaseError(Promise.reject(refusal))
  await expect(translated).rejects.toBeInstanceOf(DomainError)
  await expect(translated).rejects.toMatchObject({ code, message })
})

test.each([{ code: '40P01' }, { constraint: 'other' }, new Error('no code')])(
  'another error %# is thrown as it is',
  async (error) => {
    await expect(translateDatabaseError(Promise.reject(error))).rejects.toBe(error)
  },
)
