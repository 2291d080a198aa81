import { batchesApi } from '@lims/contract/batches.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { ReceiveScreen } from './receive-screen.tsx'

const identifier = () => screen.getByLabelText('Scan or enter identifier')
const notes = () => screen.getByLabelText('Notes (optional), saved with every tube until cleared')
const card = () => screen.getByText('Last Received Sample').closest('[role=status]')
const received = { success: true as const, sample: aReceivedSample() }

beforeEach(() => void serverAnswers(batchesApi.get, { batch: aBatch() }))

async function open() {
  const user = openScreen(<ReceiveScreen />)
  await screen.findByLabelText('Scan or enter identifier')
  return user
}

test('RECV-02 notes go with every scan until they are changed', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(notes(), 'on dry ice{Enter}')
  expect(identifier()).toHaveFocus()
  await user.keyboard('T1{Enter}')
  await user.keyboard('T2{Enter}')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ body }) => (body as { notes: string }).notes)).toEqual(['on dry ice', 'on dry ice'])
  expect(notes()).toHaveValue('on dry ice')
})

test('RECV-02 a note that goes with every tube says so, is on the card of each, and is cleared at once', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(notes(), 'haemolysed{Enter}')
  expect(screen.getByText('Notes (optional), saved with every tube until cleared')).toBeVisible()
  await user.keyboard('T1{Enter}')
  await screen.findByText('1 received · 0 refused')
  await user.keyboard('T2{Enter}')
  await screen.findByText('2 received · 0 refused')
  expect(card()).toHaveTextContent('Note: haemolysed')

  await user.click(screen.getByRole('button', { name: 'Clear notes' }))
  expect(notes()).toHaveValue('')
  await user.type(identifier(), 'T3{Enter}')
  await screen.findByText('3 received · 0 refused')
  expect(requests.map(({ body }) => (body as { notes: string }).notes)).toEqual([
    'haemolysed',
    'haemolysed',
    '',
  ])
  expect(card()).not.toHaveTextContent('Note:')
})

test('the list of scans names the note that was saved with each tube', async () => {
  serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(notes(), 'haemolysed{Enter}')
  await user.keyboard('T1{Enter}')
  await screen.findByText('1 received · 0 refused')
  await user.click(screen.getByRole('button', { name: 'Clear notes' }))
  await user.type(identifier(), 'T2{Enter}')
  await screen.findByText('2 received · 0 refused')
  const notFound = { code: 'sample-not-found' as const, message: 'No sample with tube ID T9.' }
  serverRefuses(deletionsApi.find, 404, notFound)
  serverRefuses(samplesApi.receive, 404, notFound)
  await user.type(notes(), 'warm{Enter}')
  await user.keyboard('T9{Enter}')
  await screen.findByText('2 received · 1 refused')
  const rows = within(screen.getByRole('list', { name: 'Scans of this session' })).getAllByRole('listitem')
  expect(rows.map((row) => /Note: [a-z]+/.exec(row.textContent)?.[0])).toEqual([
    undefined,
    undefined,
    'Note: haemolysed',
  ])
})
