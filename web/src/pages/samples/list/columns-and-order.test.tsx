import { samplesApi } from '@lims/contract/samples-api.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { untilReplied } from '../../../../test/open-requests.ts'
import { aBatch, aSample } from '../../../../test/records.ts'
import { roleIs } from '../../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import './sample-list-screen.tsx'

const sample = aSample({ subjectId: 'P004', place: { storageId: 9, location: 'D2', path: 'Box 9 › D2' } })
const tree = {
  batches: [{ id: aBatch().id, name: 'Nordic study 4', numSamples: 2, byStatus: {} }],
  samples: [{ ...sample, children: [] }],
  totalSamples: 1,
  totalIsExact: true,
}

beforeEach(() => {
  signIn()
  serverAnswers(samplesApi.tree, tree)
})
afterEach(() => void vi.unstubAllGlobals())

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

test('E4 columns are chosen, stay for this person, and go back to the usual ones', async () => {
  const { user } = openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')
  expect(screen.queryByText('P004')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choice = within(await screen.findByRole('region', { name: 'Columns of the list' }))
  await user.click(choice.getByRole('checkbox', { name: 'Subject' }))
  expect(await screen.findByText('P004')).toBeVisible()
  await user.click(choice.getByRole('checkbox', { name: 'Notes' }))
  expect(headers()).not.toContain('Notes')
  expect(choice.getByRole('checkbox', { name: 'Status' })).toBeDisabled()
  expect(JSON.parse(localStorage.getItem('lims.sample-columns.ada') ?? '')).toEqual([
    'type',
    'status',
    'volume',
    'place',
    'subject',
  ])
  await user.click(choice.getByRole('button', { name: 'Usual columns' }))
  expect(headers()).toEqual(expect.arrayContaining(['Notes', 'Place']))
  expect(localStorage.getItem('lims.sample-columns.ada')).toBeNull()
})

test('E4 compact rows are chosen beside the columns, and stay for this person', async () => {
  const { user } = openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')
  const table = () => screen.getByText('NB-P004-EDTA-2').closest('.ant-table-wrapper')
  expect(table()?.className).not.toContain('compact')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choice = within(await screen.findByRole('region', { name: 'Columns of the list' }))
  await user.click(choice.getByRole('checkbox', { name: 'Compact rows' }))
  expect(table()?.className).toContain('compact')
  expect(localStorage.getItem('lims.sample-density.ada')).toBe('compact')
  await user.click(choice.getByRole('checkbox', { name: 'Compact rows' }))
  expect(table()?.className).not.toContain('compact')
  expect(localStorage.getItem('lims.sample-density.ada')).toBeNull()
})

test('E4 the order of columns is changed with the keyboard, which keeps its place', async () => {
  const { user } = openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choice = within(await screen.findByRole('region', { name: 'Columns of the list' }))
  const toTheLeft = () => choice.getByRole('button', { name: 'Move Place to the left' })
  expect(choice.getByRole('button', { name: 'Move Type to the left' })).toBeDisabled()
  toTheLeft().focus()
  for (const _ of 'four') await user.keyboard('{Enter}')
  expect(headers().filter(Boolean).slice(0, 4)).toEqual(['Sample Hierarchy', 'Place', 'Type', 'Status'])
  expect(toTheLeft()).toBeDisabled()
  expect(choice.getByRole('button', { name: 'Move Place to the right' })).toHaveFocus()
  await user.click(choice.getByRole('checkbox', { name: 'Tube ID' }))
  expect(choice.getByRole('checkbox', { name: 'Tube ID' })).toHaveFocus()
  expect(JSON.parse(localStorage.getItem('lims.sample-columns.ada') ?? '')).toEqual([
    ...['place', 'type', 'status', 'volume', 'notes', 'tubeId'],
  ])
})

test('E4 columns become wider and narrower by keyboard and by dragging, and stay so until the usual ones are wanted', async () => {
  const { user } = openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')
  const kept = () => JSON.parse(localStorage.getItem('lims.sample-column-widths.ada') ?? '{}')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choice = within(await screen.findByRole('region', { name: 'Columns of the list' }))
  choice.getByRole('button', { name: 'Place wider' }).focus()
  await user.keyboard('{Enter}{Enter}')
  expect(kept()).toEqual({ place: 248 })
  await user.click(choice.getByRole('button', { name: 'Type narrower' }))
  expect(kept()).toEqual({ place: 248, type: 76 })
  for (const _ of 'twice') await user.click(choice.getByRole('button', { name: 'Type narrower' }))
  expect(kept()).toMatchObject({ type: 60 })

  const edge = screen.getByRole('columnheader', { name: 'Type' }).querySelector('[title^="Drag"]')
  if (!edge) throw new Error('The column has no edge')
  edge.setPointerCapture = vi.fn()
  fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 1, clientX: 540, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 0, clientX: 640, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 1, clientX: 740, pointerId: 1 })
  expect(kept()).toMatchObject({ place: 248, type: 100 })
  fireEvent.click(edge)
  expect(screen.getByRole('columnheader', { name: 'Type' })).not.toHaveAttribute('aria-sort')
  fireEvent.doubleClick(edge)
  expect(kept()).not.toHaveProperty('type')

  await user.click(choice.getByRole('button', { name: 'Usual columns' }))
  expect(localStorage.getItem('lims.sample-column-widths.ada')).toBeNull()
})

test.each([
  ...['{"name":"wide"}', 'nonsense', '[1,2]', '{"no such column":100}', '{"constructor":100}'].map((kept) => [
    'sample-column-widths',
    kept,
  ]),
  ...['{"a":1}', 'nonsense', '["status","no such column"]', '["status","constructor","toString"]'].map(
    (kept) => ['sample-columns', kept],
  ),
])('E4 %s that were kept as %s do no harm', async (name, kept) => {
  localStorage.setItem(`lims.${name}.ada`, kept)
  openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')
  expect(headers()).toContain('Status')
})

test('E4 a click on the head of a column sorts all samples, a third one brings the families back', async () => {
  const sorted = serverAnswers(samplesApi.search, { samples: [sample], totalSamples: 1, totalIsExact: true })
  const { user, place } = openAddress('/samples?status=COLLECTED')
  await screen.findByText('Nordic study 4')
  const head = () => screen.getByRole('columnheader', { name: 'Place' })
  await user.click(head())
  await waitFor(() => expect(place()).toBe('/samples?status=COLLECTED&sort=place'))
  expect(await screen.findByRole('columnheader', { name: 'Sample' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Nordic study 4')).not.toBeInTheDocument())
  const query = { status: 'COLLECTED', sort: 'place', pageNumber: '0', pageSize: '200' }
  await waitFor(() => expect(sorted[0]?.query).toEqual(query))
  expect(head()).toHaveAttribute('aria-sort', 'ascending')
  // A table that is loading takes no clicks.
  await untilReplied()
  await user.click(head())
  await waitFor(() => expect(place()).toBe('/samples?status=COLLECTED&sort=-place'))
  await untilReplied()
  await user.click(head())
  await waitFor(() => expect(place()).toBe('/samples?status=COLLECTED'))
  expect(await screen.findByText('Nordic study 4')).toBeVisible()
})

test('E4 sorted samples are chosen like those of the tree', async () => {
  serverAnswers(samplesApi.search, { samples: [sample], totalSamples: 1, totalIsExact: true })
  const { user } = openAddress('/samples?sort=name')
  await user.click(await screen.findByLabelText('Choose NB-P004-EDTA-2'))
  expect(await screen.findByText('1 chosen')).toBeVisible()
})

test('E2 E4 on a phone the place stands below the name', async () => {
  vi.stubGlobal('innerWidth', 390)
  openAddress('/samples')
  const row = (await screen.findByText('NB-P004-EDTA-2')).closest('.ant-table-row') as HTMLElement
  expect(within(row).getByRole('link', { name: 'Box 9 › D2' })).toBeVisible()
  expect(headers()).toEqual(expect.arrayContaining(['Sample Hierarchy', 'Status']))
  expect(headers()).not.toContain('Place')
})

test('E4 an order that does not exist is dropped from the address', async () => {
  openAddress('/samples?sort=colour')
  expect(await screen.findByText('Nordic study 4')).toBeVisible()
})

test('who may not see subjects is offered no order by subject or site', async () => {
  roleIs('bench')
  localStorage.setItem('lims.sample-columns.ada', '["subject","site","status"]')
  openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')
  const header = (name: RegExp) => screen.getByRole('columnheader', { name })
  expect(header(/^Status/)).toHaveClass('ant-table-column-has-sorters')
  await waitFor(() => expect(header(/^Subject/)).not.toHaveClass('ant-table-column-has-sorters'))
  expect(header(/^Site/)).not.toHaveClass('ant-table-column-has-sorters')
})

test('a list that may not be shown leads to all samples', async () => {
  roleIs('bench')
  serverRefuses(samplesApi.tree, 403, {
    code: 'permission-denied',
    message: 'You are not allowed to see subject and site IDs.',
    field: 'subjectId',
  })
  const { user, place } = openAddress('/samples?subjectId=P004')
  const showAll = await screen.findByRole('button', { name: 'Show all samples' })
  serverAnswers(samplesApi.tree, tree)
  await user.click(showAll)
  expect(await screen.findByText('NB-P004-EDTA-2')).toBeVisible()
  expect(place()).toBe('/samples')
})
