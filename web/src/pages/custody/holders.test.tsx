import { CustodyList } from '@lims/contract/custody.ts'
import { CustodyListReply, custodyApi } from '@lims/contract/custody-api.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aReturnedTube, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aChosenSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { setWidth } from '../../../test/width.ts'

beforeEach(() => void signIn())

test('while nobody holds anything, the list says so', async () => {
  openAddress('/custody')
  expect(await screen.findByText('Every tube is where it belongs.')).toBeVisible()
})

test('while nothing is out, the list names the returned tubes that nobody has put away, and leads to them', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, name === 'to-put-away' ? 4 : 0])),
  )
  serverAnswers(custodyApi.list, ({ query }) =>
    query.show === 'to-put-away'
      ? { samples: [aReturnedTube()], total: 4, totals }
      : { samples: [], total: 0, totals },
  )
  const { user } = openAddress('/custody')
  expect(await screen.findByText('Nothing is out. 4 returned tubes wait to be put away.')).toBeVisible()
  expect(screen.queryByText('Every tube is where it belongs.')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Only mine' }))
  expect(await screen.findByText('You have nothing out. 4 returned tubes wait to be put away.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show tubes to put away' }))
  expect(await screen.findByText('NB-P004-EDTA-2')).toBeVisible()
})

test.each(['Show tubes to put away', 'Show cycles to confirm'])(
  "after '%s' by keyboard the focus is on the heading of the list",
  async (name) => {
    const totals = CustodyListReply.shape.totals.parse(
      Object.fromEntries(CustodyList.options.map((list) => [list, list.startsWith('to-') ? 1 : 0])),
    )
    serverAnswers(custodyApi.list, ({ query }) =>
      query.show === 'out'
        ? { samples: [], total: 0, totals }
        : { samples: [aReturnedTube()], total: 1, totals },
    )
    const { user } = openAddress('/custody')
    ;(await screen.findByRole('link', { name })).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('NB-P004-EDTA-2')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Who has what' })).toHaveFocus()
  },
)

test('a list that is opened in a new tab leaves the focus of this one on its link', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, name === 'to-put-away' ? 4 : 0])),
  )
  serverAnswers(custodyApi.list, { samples: [], total: 0, totals })
  const { user, place } = openAddress('/custody')
  const link = await screen.findByRole('link', { name: 'Show tubes to put away' })
  await user.keyboard('{Control>}')
  // The window of the tests opens no tabs.
  window.addEventListener('click', (click) => click.preventDefault(), { once: true })
  await user.click(link)
  expect(link).toHaveFocus()
  expect(place()).toBe('/custody')
})

test('while nothing is out, the list names the freeze-thaw cycle that waits for a confirmation', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, name === 'to-confirm' ? 1 : 0])),
  )
  serverAnswers(custodyApi.list, { samples: [], total: 0, totals })
  openAddress('/custody')
  const text = 'Nothing is out. 1 freeze-thaw cycle waits for a confirmation.'
  expect(await screen.findByText(text)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Show cycles to confirm' })
  expect(link).toHaveAttribute('href', '/custody?show=to-confirm')
})

test('Only mine does not say of the tubes of others that they are where they belong', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, name === 'out' ? 3 : 0])),
  )
  serverAnswers(custodyApi.list, { samples: [], total: 0, totals })
  openAddress('/custody?mine=yes')
  expect(await screen.findByText('You have nothing out.')).toBeVisible()
})

test('Only mine does not say that nothing is overdue while tubes of others are, and leads to them', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, name === 'overdue' ? 1 : 0])),
  )
  serverAnswers(custodyApi.list, ({ query }) =>
    query.personId ? { samples: [], total: 0, totals } : { samples: [aReturnedTube()], total: 1, totals },
  )
  const { user } = openAddress('/custody?show=overdue&mine=yes')
  expect(await screen.findByText('Nothing of yours is in this list.')).toBeVisible()
  expect(screen.queryByText('Nothing is overdue.')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Show those of everybody' }))
  expect(await screen.findByText('NB-P004-EDTA-2')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Only mine' })).not.toBeChecked()
})

test('a page after the last one does not say that every tube is where it belongs', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, name === 'out' ? 1 : 0])),
  )
  serverAnswers(custodyApi.list, ({ query }) => {
    const samples = query.pageNumber === '0' ? [aReturnedTube()] : []
    return { samples, total: 1, totals }
  })
  const { user } = openAddress('/custody?page=2')
  expect(await screen.findByText('There are fewer pages than that.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go to the first page' }))
  expect(await screen.findByText('NB-P004-EDTA-2')).toBeVisible()
})

test('the keyboard stays in the list while its tubes are returned one after the other', async () => {
  const ids = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002']
  let out = ids.map((id, index) =>
    aReturnedTube({ id, name: `NB-${index + 1}`, custody: 'CHECKED_OUT', isToPutAway: false }),
  )
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  serverAnswers(custodyApi.list, () => ({ samples: out, total: out.length, totals }))
  serverAnswers(custodyApi.return, () => {
    out = out.slice(1)
    return { success: true as const, tubes: [] }
  })
  const { user } = openAddress('/custody')
  ;(await screen.findByRole('button', { name: 'Return NB-1' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Return NB-2' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Every tube is where it belongs.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
  )
})

test('the custody of a tube that has left the list since is changed from what it is now', async () => {
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  const out = aReturnedTube({ name: 'NB-1', custody: 'CHECKED_OUT', isToPutAway: false })
  const chosen = aChosenSample({ id: out.id, custody: 'CHECKED_OUT', custodyEventId: 7 })
  serverAnswers(custodyApi.list, { samples: [out], total: 1, totals })
  serverAnswers(sampleBulkApi.chosen, { samples: [chosen] })
  const message = 'NB-1 is available since today, set by Bo Chen. Nothing was changed.'
  const refused = serverRefuses(custodyApi.set, 409, { code: 'custody-not-possible', message })
  const { user } = openAddress('/custody')
  await user.click(await screen.findByRole('button', { name: 'Custody of NB-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Custody of NB-1' }))
  await user.click(await dialog.findByRole('radio', { name: /Missing/ }))
  await user.type(dialog.getByLabelText('Reason'), 'not there')
  serverAnswers(custodyApi.list, { samples: [], total: 0, totals })
  serverAnswers(sampleBulkApi.chosen, { samples: [{ ...chosen, custody: 'AVAILABLE', custodyEventId: 8 }] })
  await user.click(dialog.getByRole('button', { name: 'Change custody' }))
  await waitFor(() => expect(refused[0]?.body).toMatchObject({ expectedEventIds: [7] }))
  await waitFor(() => expect(dialog.queryByRole('radio', { name: /Available/ })).not.toBeInTheDocument())

  const set = serverAnswers(custodyApi.set, { success: true, count: 1, eventIds: [9] })
  // While it is saving, its name is another.
  const change = await dialog.findByRole('button', { name: 'Change custody' })
  await user.click(dialog.getByRole('radio', { name: /Missing/ }))
  await user.click(change)
  await waitFor(() => expect(set[0]?.body).toMatchObject({ custody: 'MISSING', expectedEventIds: [8] }))
})

test('a tube that becomes overdue while the page is open is shown as overdue', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isOverdue = false
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  serverAnswers(custodyApi.list, () => {
    const expectedReturnAt = '2026-11-27T00:00:00.000Z'
    const tube = aReturnedTube({ custody: 'CHECKED_OUT', isToPutAway: false, expectedReturnAt, isOverdue })
    return { samples: [tube], total: 1, totals: { ...totals, overdue: isOverdue ? 1 : 0 } }
  })
  openAddress('/custody')
  expect(await screen.findByText(/^Expected back by/)).toBeVisible()
  isOverdue = true
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText(/^Overdue since/)).toBeVisible()
})

test('a tube that was thawed over the limit twice has a row for each, which leaves with its confirmation', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const thawed = (name: string, eventId: number) =>
    aReturnedTube({
      id: `01990000-0000-7000-8000-00000000000${name.length}`,
      name,
      toConfirm: { eventId, thawCount: 2, thawLimit: 1, requestedBy: { id: 'bo', name: 'Bo Chen' } },
    })
  const twice = [thawed('NB-1', 1), thawed('NB-1', 2)]
  let samples = twice
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  serverAnswers(custodyApi.list, () => ({ samples, total: samples.length, totals }))
  openAddress('/custody?show=to-confirm')
  const names = () => screen.queryAllByRole('button', { name: /^Confirm/ }).map((button) => button.ariaLabel)
  await waitFor(() => expect(names()).toHaveLength(2))
  samples = [thawed('NB-10', 3), ...twice]
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByRole('button', { name: /^Confirm .* NB-10,/ })).toBeVisible()
  expect(names()).toHaveLength(3)
  samples = []
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText('No freeze-thaw cycle waits for a confirmation.')).toBeVisible()
  expect(names()).toEqual([])
})

test('a check-out that waits for its confirmation is returned by its row only while no other one holds', async () => {
  const requestedBy = { id: 'bo', name: 'Bo Chen' }
  const out = (name: string, eventId: number, custodyEventId: number) =>
    aReturnedTube({
      id: `01990000-0000-7000-8000-00000000000${eventId}`,
      name,
      custody: 'CHECKED_OUT',
      isToPutAway: false,
      custodyEventId,
      toConfirm: { eventId, thawCount: 2, thawLimit: 1, requestedBy },
    })
  const samples = [out('NB-1', 1, 1), out('NB-2', 2, 5)]
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  serverAnswers(custodyApi.list, { samples, total: 2, totals })
  const returned = serverAnswers(custodyApi.return, { success: true, tubes: [] })
  const { user } = openAddress('/custody?show=to-confirm')
  await user.click(await screen.findByRole('button', { name: 'Return NB-1' }))
  await waitFor(() => expect(returned[0]?.body).toMatchObject({ custodyEventIds: [1] }))
  expect(screen.getByRole('button', { name: /^Confirm .* NB-2,/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Return NB-2' })).toBeNull()
})

test.each([1440, 390])(
  'a reserved tube says for whom it is, and leads to its pick list, at %i pixels',
  async (width) => {
    setWidth(width)
    const pickList = { id: workId, name: 'C2N shipment' }
    const tube = aReturnedTube({
      custody: 'RESERVED',
      isToPutAway: false,
      person: { id: 'bo', name: 'Bo Chen' },
      pickList,
    })
    const totals = CustodyListReply.shape.totals.parse(
      Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
    )
    serverAnswers(custodyApi.list, { samples: [tube], total: 1, totals })
    openAddress('/custody?show=RESERVED')
    expect(await screen.findByText(/^Reserved for Bo Chen, /)).toBeVisible()
    const link = screen.getByRole('link', { name: 'C2N shipment' })
    expect(link).toHaveAttribute('href', `/picks/${workId}`)
  },
)

test('on a phone Who has what says where a tube belongs and what it was out for', async () => {
  setWidth(390)
  const tube = aReturnedTube({ purpose: 'PCR run 7' })
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  serverAnswers(custodyApi.list, { samples: [tube], total: 1, totals })
  openAddress('/custody?show=to-put-away')
  const path = tube.place?.path ?? ''
  expect(await screen.findByRole('link', { name: path })).toBeVisible()
  expect(screen.getByText('For: PCR run 7')).toBeVisible()
  const button = screen.getByRole('button', { name: `It is there: ${tube.name}, ${path}` })
  expect(button).toHaveTextContent('It is there')
})
