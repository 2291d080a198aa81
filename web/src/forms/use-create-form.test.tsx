import { batchesApi } from '@lims/contract/batches.ts'
import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'
import { untilReplied } from '../../test/open-requests.ts'
import { aBatch, aSample } from '../../test/records.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { holdScreen } from '../../test/slow-screen.ts'

const sample = aSample()
const batches = { batches: [aBatch()], totalBatches: 1 }

test('a click on the notice while the form waits for the list is not overridden', async () => {
  signIn()
  serverAnswers(samplesApi.tree, { batches: [], samples: [], totalSamples: 0, totalIsExact: true })
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(batchesApi.search, batches)
  serverAnswers(samplesApi.add, { success: true, sample })
  serverAnswers(samplesApi.get, { sample })
  const { user, place, router } = openAddress(`/samples/create?batchId=${aBatch().id}`)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'NB-9')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  const choices = Promise.withResolvers<ReplyOf<typeof batchesApi.search>>()
  serverAnswers(batchesApi.search, () => choices.promise)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const link = await screen.findByRole('link', { name: sample.name })
  // On a bad connection its script comes after the list.
  const show = holdScreen(router, '/signed-in/samples/$sampleId')
  await user.click(link)
  choices.resolve(batches)
  await untilReplied()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  show()
  expect(await screen.findByText('Edit Sample')).toBeVisible()
  expect(place()).toBe(`/samples/${sample.id}`)
})
