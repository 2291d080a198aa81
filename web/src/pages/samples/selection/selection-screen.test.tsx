import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import { saveSelection } from '../../../features/sample-selection/saved-selection.ts'
import './selection-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const sample = (number: number): ChosenDetails => ({
  ...aSample(),
  id: `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`,
  name: `NB-${number}`,
  alias: `T000000${number}`,
  batchName: aBatch().name,
  place: null,
  custodyEventId: null,
})

test('a refetch that fails leaves the samples chosen as they are', async () => {
  const { streams } = serverStreams()
  signIn()
  const samples = [sample(1), sample(2)]
  serverAnswers(sampleBulkApi.chosen, { samples })
  const list = saveSelection(samples.map(({ id }) => id))
  const { user } = openAddress(`/samples/selection?list=${list}`)
  await user.click(await screen.findByLabelText('Choose NB-2'))
  expect(screen.getByText('1 chosen')).toBeVisible()

  const refused = serverRefuses(sampleBulkApi.chosen, 503)
  streams.at(-1)?.say('data: {"samples":true}\n\n')
  await waitFor(() => expect(refused).toHaveLength(3))
  const again = serverAnswers(sampleBulkApi.chosen, { samples })
  streams.at(-1)?.say('data: {"samples":true}\n\n')
  await waitFor(() => expect(again).toHaveLength(1))

  expect(await screen.findByLabelText('Choose NB-2')).not.toBeChecked()
  expect(screen.getByText('1 chosen')).toBeVisible()
})
