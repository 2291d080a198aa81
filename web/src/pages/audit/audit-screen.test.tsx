import { auditApi } from '@lims/contract/audit-api.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { anEvent, aProof } from '../../../test/audit-records.ts'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { shownTimeZone } from '../../ui/clock.ts'
import { formatSecond } from '../../ui/format-instant.ts'
import { actionChoices } from './audit-filters.tsx'

beforeEach(() => {
  emptyLab()
  signIn()
  roleIs('administrator')
  serverAnswers(auditApi.proof, aProof())
  serverAnswers(peopleApi.list, { rolesOn: true, rolesOnSince: null, people: [] })
})

const list = () => serverAnswers(auditApi.list, { events: [anEvent()], totalEvents: 1 })

test('an event is listed with person, action and record, and opens to what changed', async () => {
  list()
  const { user } = openAddress('/audit')
  expect(await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })).toHaveAttribute(
    'href',
    `/samples/${anEvent().entityId}?tab=history`,
  )
  expect(screen.getByText('edited it')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Expand row' }))
  expect(await screen.findByText('Reason: typing mistake')).toBeInTheDocument()
  expect(screen.getByText('decimal sign corrected')).toBeInTheDocument()
})

test('the filters are in the address, and are sent', async () => {
  const requests = list()
  openAddress('/audit?action=sample.update&personId=ada&from=2026-11-21T23%3A00%3A00.000Z')
  await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })
  expect(requests.at(-1)?.query).toMatchObject({
    action: 'sample.update',
    personId: 'ada',
    from: '2026-11-21T23:00:00.000Z',
    pageNumber: '0',
  })
})

test('what a mail program or a person adds to the address is not sent to the server', async () => {
  const requests = list()
  openAddress('/audit?personId=ada&utm_source=mail&toString=1')
  await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })
  expect(requests.map(({ query }) => Object.keys(query).toSorted())).toEqual([
    ['pageNumber', 'pageSize', 'personId'],
  ])
})

test('a chosen filter goes into the address', async () => {
  list()
  const { user, place } = openAddress('/audit')
  await user.click(await screen.findByRole('combobox', { name: 'Kind of record' }))
  await user.click(await screen.findByTitle('batch'))
  await waitFor(() => expect(place()).toBe('/audit?entityType=batch'))
})

test('a study lead chooses any person, also one of none of the loaded events', async () => {
  roleIs('study-lead')
  serverAnswers(picksApi.people, { people: [{ id: 'mia', name: 'Mia Berg' }] })
  list()
  const { user, place } = openAddress('/audit')
  await user.click(await screen.findByRole('combobox', { name: 'Person' }))
  await user.click(await screen.findByTitle('Mia Berg'))
  await waitFor(() => expect(place()).toBe('/audit?personId=mia'))
})

test('an empty result offers to clear the filters', async () => {
  serverAnswers(auditApi.list, { events: [], totalEvents: 0 })
  const { user, place } = openAddress('/audit?entityId=nothing')
  await user.click(await screen.findByRole('button', { name: 'Clear all filters' }))
  await waitFor(() => expect(place()).toBe('/audit'))
})

test('the newest events are verified on request', async () => {
  list()
  serverAnswers(auditApi.verify, { verified: 100_000, finding: null, at: '2026-11-22T13:05:00.000Z' })
  const { user } = openAddress('/audit')
  await user.click(await screen.findByRole('button', { name: 'Verify now' }))
  expect(await screen.findByText(/100,000 verified .*, none altered\./)).toBeInTheDocument()
})

test('the notice of a check that failed closes with the next check', async () => {
  list()
  serverRefuses(auditApi.verify, 503, { code: 'database-unavailable', message: 'The database is away' })
  const { user } = openAddress('/audit')
  const button = await screen.findByRole('button', { name: 'Verify now' })
  await user.click(button)
  const notice = await screen.findByText('The audit trail could not be verified')
  await waitFor(() => expect(button).not.toHaveClass('ant-btn-loading'))

  serverAnswers(auditApi.verify, { verified: 1, finding: null, at: '2026-11-22T13:05:00.000Z' })
  await user.click(button)
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test('a bench person may not open the page', async () => {
  roleIs('bench')
  list()
  openAddress('/audit')
  expect(
    await screen.findByText('You are not allowed to read the audit trail. Ask Chiara Rossi.'),
  ).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Audit' })).not.toBeInTheDocument()
})

test('a first day after the last one clears the last one', async () => {
  list()
  const { user, place } = openAddress('/audit?to=2026-11-03T22%3A59%3A59.999Z')
  const from = await screen.findByLabelText('From')
  await user.clear(from)
  await user.type(from, '2026-11-10{Enter}')
  await waitFor(() => expect(place()).toContain('from='))
  expect(place()).not.toContain('to=')
})

test('a day that is typed digit by digit clears the other end only once the field is left', async () => {
  list()
  const { place, router } = openAddress(
    '/audit?from=2026-11-14T23%3A00%3A00.000Z&to=2026-11-16T23%3A00%3A00.000Z',
  )
  const to = await screen.findByLabelText('To')
  fireEvent.change(to, { target: { value: '2026-11-02' } })
  await act(() => router.load())
  fireEvent.change(to, { target: { value: '2026-11-20' } })
  fireEvent.blur(to)
  await waitFor(() => expect(place()).toMatch(/to=2026-11-(20|21)/))
  expect(place()).toContain('from=2026-11-14')

  fireEvent.change(to, { target: { value: '2026-11-02' } })
  expect(to).toHaveValue('2026-11-02')
  fireEvent.blur(to)
  await waitFor(() => expect(place()).toMatch(/to=2026-11-(02|03)/))
  expect(place()).not.toContain('from=')
})

test('Back does not go digit by digit through the days', async () => {
  list()
  const { place, router } = openAddress('/audit?to=2026-11-16T23%3A00%3A00.000Z')
  const to = await screen.findByLabelText('To')
  const before = router.history.length
  for (const day of ['2026-11-02', '2026-11-20']) fireEvent.change(to, { target: { value: day } })
  await waitFor(() => expect(place()).toMatch(/to=2026-11-(20|21)/))
  expect(router.history.length).toBe(before)
})

test('of very many events it says that there are more, and of those that wait for a seal too', async () => {
  serverAnswers(auditApi.list, { events: [anEvent()], totalEvents: 10_000, totalIsExact: false })
  serverAnswers(auditApi.proof, aProof({ unsealed: 10_000 }))
  openAddress('/audit')
  expect(await screen.findByText('more than 10,000 events')).toBeVisible()
  expect(await screen.findByText(/^At least 10,000 events wait for a seal\./)).toBeVisible()
})

test('an event names the kind of its record, and the owner of a service account', async () => {
  const at = anEvent().at
  serverAnswers(auditApi.list, {
    events: [
      anEvent({
        action: 'stock-take.cancel',
        entityType: 'stock-take',
        entityName: 'Freezer 1',
        person: { id: 'service:1', name: 'Rack robot', owner: 'Bo Chen' },
        token: { id: crypto.randomUUID(), name: 'Deck 2' },
      }),
    ],
    totalEvents: 1,
  })
  openAddress('/audit')
  const row = (await screen.findByText('cancelled it')).closest('.ant-table-row')
  expect(row).toHaveTextContent('Rack robot of Bo Chen by token “Deck 2”')
  const person = screen.getByText('Rack robot').closest('.ant-table-cell')
  expect(person, 'which would cut the name of the token off').not.toHaveClass('ant-table-cell-ellipsis')
  expect(row).toHaveTextContent('stock-take Freezer 1')
  expect(row).toHaveTextContent(formatSecond(at))
  expect(screen.getByText(`Times are those of ${shownTimeZone()}.`)).toBeVisible()
})

test('no two choices of the action are the same', async () => {
  const labels = actionChoices.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toContain('sample: changed its status, with others')
})

test('a new event gets its seal soon, without another change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  serverAnswers(auditApi.list, { events: [anEvent({ seal: null })], totalEvents: 1 })
  serverAnswers(auditApi.proof, aProof({ unsealed: 1 }))
  openAddress('/audit')
  expect(await screen.findByText('pending')).toBeVisible()
  expect(await screen.findByText(/^1 event waits for a seal\./)).toBeVisible()
  const lists = serverAnswers(auditApi.list, { events: [anEvent({ seal: 8 })], totalEvents: 1 })
  const proofs = serverAnswers(auditApi.proof, aProof())

  await vi.advanceTimersByTimeAsync(2000)
  expect(await screen.findByText(/^All events are sealed\./)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('pending')).not.toBeInTheDocument())

  await vi.advanceTimersByTimeAsync(10_000)
  expect([lists.length, proofs.length]).toEqual([1, 1])
})

test('more events that could not be loaded are reported: the last row is not the first event', async () => {
  const events = Array.from({ length: 100 }, (_, index) => anEvent({ id: 200 - index }))
  serverAnswers(auditApi.list, { events, totalEvents: 101 })
  openAddress('/audit')
  await screen.findAllByRole('link', { name: 'NB-P004-EDTA-2' })
  serverRefuses(auditApi.list, 503, { code: 'database-unavailable', message: 'Not reachable' })
  fireEvent.scroll(screen.getByRole('table').querySelector('.ant-table-tbody-virtual-holder') as Element)
  expect(await screen.findByText('More events could not be loaded')).toBeVisible()
})
