import type { ErrorCode } from '@lims/contract/errors.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cell, openGrid } from '../../../../test/open-storage.ts'
import { aPlacing, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'

const sample = { ...aSample({ status: 'RECEIVED' }), custodyEventId: null }
const radio = 'NB-P004-EDTA-2, T0001230'
const placed = aPlacing({ location: 'B2', rowCoordinate: 2, columnCoordinate: 2 })

const serverLists = () =>
  serverAnswers(sampleLocationApi.orphans, { samples: [sample], totalSamples: 7, totalIsExact: true })

async function open() {
  const { user } = await openGrid()
  await user.click(cell('B2, empty'))
  await user.click(await screen.findByRole('button', { name: /^Associate Existing/ }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

const submit = () => screen.getByRole('button', { name: 'Associate Selected Sample' })

test('GRID-18 GRID-19 lists samples that are not in storage, five per page, and places the chosen one', async () => {
  const listed = serverLists()
  const requests = serverAnswers(sampleLocationApi.associate, placed)
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: radio }))
  expect(listed[0]?.query).toEqual({ pageNumber: '0', pageSize: '5' })
  await user.click(submit())

  expect(await screen.findByText('NB-P004-EDTA-2 is now in Box 03, B2')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    sampleId: sample.id,
    storageId: 3,
    rowCoordinate: 2,
    columnCoordinate: 2,
    custodyEventId: null,
  })
})

test('a checked-out sample is listed with its tag, and placed with the custody that the list shows', async () => {
  const out = { ...sample, custody: 'CHECKED_OUT' as const, custodyEventId: 8 }
  serverAnswers(sampleLocationApi.orphans, { samples: [out], totalSamples: 1, totalIsExact: true })
  const requests = serverAnswers(sampleLocationApi.associate, placed)
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: radio }))
  expect(dialog.getByRole('row', { name: /NB-P004-EDTA-2.*Checked out/ })).toBeVisible()
  await user.click(submit())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ custodyEventId: 8 }))
})

test('a sample that another person has checked out since it was chosen is not placed until a refusal has said so', async () => {
  serverLists()
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: radio }))
  const out = { ...sample, custody: 'CHECKED_OUT' as const, custodyEventId: 8 }
  serverAnswers(sampleLocationApi.orphans, { samples: [out], totalSamples: 1, totalIsExact: true })
  const submitRefused = async (code: ErrorCode, message: string) => {
    const refused = serverRefuses(sampleLocationApi.associate, 409, { code, message })
    await user.click(submit())
    expect(await screen.findByText(`Failed to associate sample: ${message}`)).toBeVisible()
    return refused[0]?.body
  }
  await submitRefused('cell-taken', 'B2 holds X.')
  expect(await dialog.findByRole('row', { name: /NB-P004-EDTA-2.*Checked out/ })).toBeVisible()
  const body = await submitRefused('custody-not-possible', 'NB-1 was checked out since it was listed.')
  expect(body).toMatchObject({ custodyEventId: null })
  const lent = { ...out, name: 'NB-P004-EDTA-3', custodyEventId: 9 }
  serverAnswers(sampleLocationApi.orphans, { samples: [lent], totalSamples: 1, totalIsExact: true })
  await submitRefused('cell-taken', 'B2 holds Y.')
  expect(await dialog.findByRole('row', { name: /NB-P004-EDTA-3/ })).toBeVisible()

  const requests = serverAnswers(sampleLocationApi.associate, placed)
  await user.click(submit())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ custodyEventId: 8 }))
})

test('a page that is gone, as others placed its samples, leads to the first page', async () => {
  serverAnswers(sampleLocationApi.orphans, ({ query }) => ({
    samples: query.pageNumber === '0' ? [sample] : [],
    totalSamples: query.pageNumber === '0' ? 7 : 5,
    totalIsExact: true,
  }))
  const { user, dialog } = await open()
  await dialog.findByRole('radio', { name: radio })
  await user.click(dialog.getByTitle('2'))
  await user.click(await dialog.findByRole('button', { name: 'Go to the first page' }))
  expect(await dialog.findByRole('radio', { name: radio })).toBeVisible()
  expect(dialog.queryByText('No sample without a location matches.')).toBeNull()
})

test('GRID-20 the text and the status are sent to the server, which searches', async () => {
  const requests = serverLists()
  const { user, dialog } = await open()
  await user.type(dialog.getByPlaceholderText('Search by name, tube ID or whole ID'), 'T0001230')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ searchText: 'T0001230' }))
  await user.click(dialog.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByTitle('RECEIVED'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ status: 'RECEIVED' }))
})

test('Enter, as of a scanner, chooses the sample that is the only one found', async () => {
  const one = { samples: [sample], totalSamples: 1, totalIsExact: true }
  const several = {
    ...one,
    samples: [{ ...sample, id: '33333333-3333-4333-8333-333333333333', name: 'First of seven' }],
    totalSamples: 7,
  }
  serverAnswers(sampleLocationApi.orphans, ({ query }) => (query.searchText === 'NB' ? several : one))
  const { user, dialog } = await open()
  await dialog.findByRole('radio', { name: radio })
  const field = dialog.getByPlaceholderText('Search by name, tube ID or whole ID')
  await user.type(field, 'NB{Enter}')
  expect(await dialog.findByRole('radio', { name: /First of seven/ })).not.toBeChecked()
  await user.clear(field)
  await user.type(field, 'T0001230{Enter}')
  await waitFor(() => expect(dialog.getByRole('radio', { name: radio })).toBeChecked())
  expect(submit()).toBeEnabled()
  expect(field).toHaveFocus()
})

test('Enter counts for the text that it ended, not for the same text typed later', async () => {
  const reply = Promise.withResolvers<void>()
  let numOfText = 0
  const one = { samples: [sample], totalSamples: 1, totalIsExact: true }
  serverAnswers(sampleLocationApi.orphans, async ({ query }) => {
    if (query.searchText === 'T0001230') {
      numOfText += 1
      await reply.promise
    }
    return query.searchText === 'T00012301' ? { ...one, samples: [], totalSamples: 0 } : one
  })
  const { user, dialog } = await open()
  await dialog.findByRole('radio', { name: radio })
  const field = dialog.getByPlaceholderText('Search by name, tube ID or whole ID')
  await user.type(field, 'T0001230{Enter}')
  await waitFor(() => expect(numOfText).toBe(1))
  await user.type(field, '1')
  await dialog.findByText('No sample without a location matches.')
  reply.resolve()
  await user.type(field, '{Backspace}')
  expect(await dialog.findByRole('radio', { name: radio })).not.toBeChecked()
  expect(submit()).toBeDisabled()
})

test.each([
  [
    'ERR-66',
    409,
    { code: 'cell-taken' as const, message: 'B2 holds X.' },
    'Failed to associate sample: B2 holds X.',
  ],
  ['ERR-58', 500, undefined, 'Failed to associate sample to position'],
])('%s shows why the sample was not placed', async (_, status, reply, text) => {
  serverLists()
  serverRefuses(sampleLocationApi.associate, status, reply)
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: radio }))
  await user.click(submit())
  expect(await screen.findByText(text)).toBeVisible()
  expect(dialog.getByRole('radio', { name: radio })).toBeChecked()
})

test('ERR-50 ERR-72 design: a list that cannot be loaded shows the reason, and demo data that cannot be chosen', async () => {
  serverRefuses(sampleLocationApi.orphans, 400, { code: 'request-invalid', message: 'too long' })
  const { dialog } = await open()
  expect(await dialog.findByText('Failed to fetch samples')).toBeVisible()
  const demo = within(dialog.getByRole('list', { name: 'Demo data, cannot be chosen' }))
  for (const item of demo.getAllByRole('listitem')) expect(item).toHaveTextContent('Demo data')
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
  expect(submit()).toBeDisabled()
})
