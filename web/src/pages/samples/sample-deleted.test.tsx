import { deletionsApi } from '@lims/contract/deletions.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

test('the page of a sample that was deleted with others says that Undo brings all of them back', async () => {
  signIn()
  const { id, name, alias } = aSample()
  const deletion = {
    deletionId: '33333333-3333-4333-8333-333333333333',
    sampleId: id,
    name,
    alias,
    deletedWith: 'sample' as const,
    numSamples: 3,
    deletedAt: '2026-11-20T07:59:00.000Z',
    deletedByName: 'Bo Chen',
  }
  serverRefuses(samplesApi.get, 404, { code: 'sample-not-found', message: 'Sample not found' })
  serverAnswers(deletionsApi.find, { deletion })
  const { user } = openAddress(`/samples/${id}`)
  const together = '3 samples were deleted together. Undo brings back all of them.'
  expect(await screen.findByText(together, { exact: false })).toBeVisible()
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 3 })
  await user.click(screen.getByText('Undo'))
  expect(await screen.findByText('3 samples are back')).toBeVisible()
  expect(undone[0]?.body).toEqual({ deletionId: deletion.deletionId })
})
