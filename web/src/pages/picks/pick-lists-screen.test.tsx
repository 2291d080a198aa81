import { type PickItem, picksApi } from '@lims/contract/picks.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeCamera } from '../../../test/fake-camera.ts'
import { aPickItem, aPickList, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { scanUntilSaid } from '../../../test/scanner-keys.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { setWidth } from '../../../test/width.ts'
import { clearToken } from '../../api/stored-token.ts'
import { signedOutScanKeeper } from '../../features/scanning/signed-out-scans.ts'

beforeEach(() => void signIn())

test('the open pick lists, with how far each is', async () => {
  serverAnswers(picksApi.list, { pickLists: [aPickList()], totalPickLists: 1 })
  openAddress('/picks')
  expect(await screen.findByRole('link', { name: 'C2N shipment' })).toHaveAttribute(
    'href',
    `/picks/${workId}`,
  )
  expect(screen.getByRole('progressbar', { name: 'C2N shipment: 1 of 4' })).toBeVisible()
})

test('without a pick list, the way to make one', async () => {
  serverAnswers(picksApi.list, { pickLists: [], totalPickLists: 0 })
  openAddress('/picks')
  expect(await screen.findByText(/^No pick list is open/)).toBeVisible()
})

test('a viewer may not make a pick list', async () => {
  roleIs('viewer')
  serverAnswers(picksApi.list, { pickLists: [], totalPickLists: 0 })
  openAddress('/picks')
  await screen.findByText(/^No pick list is open/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'New pick list…' })).toBeDisabled())
})

test('a list of codes is kept until its pick list is created', async () => {
  const sample = aSample()
  serverAnswers(picksApi.list, { pickLists: [], totalPickLists: 0 })
  serverAnswers(sampleBulkApi.resolveCodes, {
    found: [{ code: sample.alias, sample }],
    ambiguous: [],
    unknown: [],
  })
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  const { user } = openAddress('/picks')
  await user.click(await screen.findByRole('button', { name: 'New pick list…' }))
  await user.type(await screen.findByLabelText(/^Tube IDs/), sample.alias)
  await user.click(screen.getByRole('button', { name: 'Find samples' }))
  await user.click(await screen.findByRole('button', { name: 'Select 1 sample' }))
  await screen.findByLabelText('Name')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'New pick list…' }))
  expect(await screen.findByLabelText(/^Tube IDs/)).toHaveValue(sample.alias)
  expect(screen.getByText('The dialog was closed before the pick list was created.')).toBeVisible()
})

test('an old link to a pick list leads to all pick lists', async () => {
  serverRefuses(picksApi.get, 404, { code: 'pick-list-not-found', message: 'Pick list not found' })
  openAddress(`/picks/${workId}`)
  expect(await screen.findByRole('link', { name: 'Show all pick lists' })).toHaveAttribute('href', '/picks')
})

test.each([
  ['begins', 'T00000', '02{Enter}'],
  ['is whole', 'T0000002{Enter}', ''],
])('a code that %s before the pick list is loaded is picked, and no part of it', async (_, before, after) => {
  const loading = Promise.withResolvers<void>()
  serverAnswers(picksApi.get, async () => {
    await loading.promise
    return { pickList: aPickList(), items: [], boxes: [], doors: 0 }
  })
  const picked = serverAnswers(picksApi.pick, {
    success: true,
    outcome: 'box',
    storageId: 1,
    message: 'Freezer 1 › Box 1',
  })
  const { user } = openAddress(`/picks/${workId}`)
  await screen.findByRole('heading', { name: 'Pick list' })
  await user.keyboard(before)
  loading.resolve()
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Scan/ })).toHaveFocus())
  if (after) await user.keyboard(after)
  await waitFor(() => expect(picked.map(({ body }) => body)).toMatchObject([{ code: 'T0000002' }]))
})

test('on a phone, Retry opens no keyboard for a field that nobody sees', async () => {
  setWidth(390)
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  serverRefuses(picksApi.pick, 502)
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000002{Enter}')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  serverAnswers(picksApi.pick, () => new Promise<never>(() => {}))
  await user.click(retry)
  expect(screen.getByRole('textbox', { name: /^Scan/ })).not.toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Scan a tube' }))
  expect(screen.getByRole('textbox', { name: /^Scan/ })).toHaveFocus()
})

test('a viewer sees a pick list, and why nothing can be picked', async () => {
  roleIs('viewer')
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  openAddress(`/picks/${workId}`)
  expect(await screen.findByText(/^You are not allowed to/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^Scan/ })).toBeNull()
})

test('scans that come after a pick list was closed are named on its page', async () => {
  const scans = ['T0000001', 'T0000002'].map((raw) => ({
    id: raw,
    readings: { raw },
    scannedAt: 1,
    progress: { state: 'unsent', reason: '' },
  }))
  sessionStorage.setItem(`lims.picks.ada.${workId}`, JSON.stringify({ scans }))
  // Scanned a second time: it is taken.
  const picked: PickItem = {
    place: 1,
    sampleId: aSample().id,
    name: 'NB-2',
    tubeId: 'T0000002',
    state: 'picked',
    reason: '',
    changedAt: '2026-11-20T08:30:00.000Z',
    changedByName: 'Ada Lindqvist',
    custody: 'CHECKED_OUT',
    changedSince: '',
    isToPutAway: false,
    storageId: null,
    rowCoordinate: null,
    columnCoordinate: null,
    position: '',
  }
  const closed = aPickList({ closedAt: '2026-11-20T09:00:00.000Z', closedByName: 'Bo Chen' })
  serverAnswers(picksApi.get, { pickList: closed, items: [picked], boxes: [], doors: 0 })
  serverRefuses(picksApi.pick, 409, {
    code: 'pick-list-closed',
    message: 'The pick list was closed by Bo Chen. Nothing was changed.',
  })
  openAddress(`/picks/${workId}`)
  // Sent last.
  expect(await screen.findByText('T0000001')).toBeVisible()
  expect(screen.getByText('1 of your scans came after the list was closed')).toBeVisible()
})

test.each([
  ['Select 2 picked', [1, 2]],
  ['Select 3 not picked', [3, 4, 5]],
])('%s of a closed pick list leads to these tubes as a selection', async (name, places) => {
  const states = ['picked', 'picked', 'not-found', 'released', 'left-out', 'picked'] as const
  const items = states.map((state, index) => ({
    ...aPickItem(`T000000${index + 1}`, index + 1),
    state,
    custody: index === 5 ? null : ('AVAILABLE' as const),
  }))
  const closed = aPickList({ closedAt: '2026-11-20T09:00:00.000Z', closedByName: 'Bo Chen' })
  serverAnswers(picksApi.get, { pickList: closed, items, boxes: [], doors: 0 })
  const chosen = serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const { user, place } = openAddress(`/picks/${workId}`)
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(place()).toMatch(/^\/samples\/selection\?list=/))
  const sampleIds = places.map((number) => aPickItem('', number).sampleId)
  await waitFor(() => expect(chosen[0]?.body).toEqual({ sampleIds }))
})

test('a wanted tube that was returned says that it may not be in its cell yet', async () => {
  const items = [{ ...aPickItem('T0000001', 1), isToPutAway: true }, aPickItem('T0000002', 2)]
  serverAnswers(picksApi.get, { pickList: aPickList(), items, boxes: [], doors: 0 })
  openAddress(`/picks/${workId}`)
  expect(await screen.findAllByText('returned: perhaps not put away yet')).toHaveLength(1)
})

test('that no list was closed yet is said only once it is known', async () => {
  const closed = Promise.withResolvers<undefined>()
  serverAnswers(picksApi.list, async ({ query }) => {
    if (query.state === 'closed') await closed.promise
    return { pickLists: [], totalPickLists: 0 }
  })
  const { user } = openAddress('/picks')
  expect(await screen.findByText(/^No pick list is open/)).toBeVisible()
  await user.click(screen.getByText('Closed'))
  await waitFor(() => expect(screen.queryByText(/^No pick list is open/)).not.toBeInTheDocument())
  expect(screen.queryByText('No pick list was closed yet.')).not.toBeInTheDocument()
  closed.resolve(undefined)
  expect(await screen.findByText('No pick list was closed yet.')).toBeVisible()
})

test('by the camera: the dialog names the next tube and its cell', async () => {
  fakeCamera()
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(() => void vi.restoreAllMocks())
  const items = [{ ...aPickItem('T0000001', 1), position: 'B4' }, aPickItem('T0000002', 2)]
  serverAnswers(picksApi.get, { pickList: aPickList(), items, boxes: [], doors: 0 })
  const { user } = openAddress(`/picks/${workId}`)
  await screen.findByRole('textbox', { name: /^Scan T0000001/ })
  await user.click(within(screen.getByRole('main')).getByLabelText('Scan with the camera'))
  const dialog = within(await screen.findByRole('dialog'))
  const next = await dialog.findByText(/^Next:/)
  expect(next).toHaveTextContent('Next: T0000001 in B4, Not in storage')
})

test('after a scan a screen reader reads the next tube, its cell and its box', async () => {
  const next = { ...aPickItem('T0000002', 2), position: 'B4' }
  const picked: PickItem = { ...aPickItem('T0000001', 1), state: 'picked' }
  let first = aPickItem('T0000001', 1)
  serverAnswers(picksApi.get, () => ({
    ...{ pickList: aPickList(), boxes: [], doors: 0 },
    items: [first, next],
  }))
  serverAnswers(picksApi.pick, () => {
    first = picked
    const item = { ...picked, eventId: 41 }
    return { success: true as const, outcome: 'picked' as const, note: '', pickList: aPickList(), item }
  })
  const { user } = openAddress(`/picks/${workId}`)
  const field = await screen.findByRole('textbox', { name: /^Scan T0000001/ })
  const regions = screen.getAllByRole('status')
  await user.type(field, 'T0000001{Enter}')
  expect(await screen.findByText('NB-1 picked')).toBeVisible()
  await waitFor(() =>
    expect(regions.map(({ textContent }) => textContent)).toContain('Next: T0000002 in B4, Not in storage'),
  )
})

test.each([
  [409, 'pick-changed-since'],
  [409, 'not-on-pick-list'],
] as const)(
  'a pick that has changed since is not said to be put back: the next Undo takes back the one before: %i %s',
  async (status, code) => {
    const items = [aPickItem('T0000001', 1), aPickItem('T0000002', 2)]
    serverAnswers(picksApi.get, { pickList: aPickList(), items, boxes: [], doors: 0 })
    serverAnswers(picksApi.pick, ({ body }) => {
      const item = items.find(({ tubeId }) => tubeId === (body as { code: string }).code) ?? aPickItem('', 3)
      const picked = { ...item, eventId: 40 + item.place }
      return {
        success: true as const,
        outcome: 'picked' as const,
        pickList: aPickList(),
        item: picked,
        note: '',
      }
    })
    const message = 'NB-2 (T0000002) has changed since. Nothing was undone.'
    serverRefuses(picksApi.undoPick, status, { code, message })
    const { user } = openAddress(`/picks/${workId}`)
    const field = await screen.findByRole('textbox', { name: /^Scan/ })
    await user.type(field, 'T0000001{Enter}')
    expect(await screen.findByText('NB-1 picked')).toBeVisible()
    await user.type(field, 'T0000002{Enter}')
    expect(await screen.findByText('NB-2 picked')).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByText('NB-2 put back on the list')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

    const undone = serverAnswers(picksApi.undoPick, {
      success: true,
      pickList: aPickList(),
      item: aPickItem('T0000001', 1),
    })
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('NB-1 put back on the list')).toBeVisible()
    expect(undone[0]?.body).toMatchObject({ sampleId: aPickItem('T0000001', 1).sampleId, eventId: 41 })
  },
)

test('a pick list is not closed while its scans are not sent', async () => {
  serverAnswers(picksApi.get, {
    pickList: aPickList(),
    items: [aPickItem('T0000001', 1)],
    boxes: [],
    doors: 0,
  })
  serverRefuses(picksApi.pick, 503)
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000001{Enter}')
  await user.click((await screen.findAllByRole('button', { name: 'Close list…' }))[0] as HTMLElement)
  expect(await screen.findByText(/^1 scan is not sent yet, and would be refused/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an Enter that is held too long does not close a pick list', async () => {
  serverAnswers(picksApi.get, {
    pickList: aPickList(),
    items: [aPickItem('T0000001', 1)],
    boxes: [],
    doors: 0,
  })
  const closed = serverAnswers(picksApi.close, { success: true, pickList: aPickList() })
  const { user } = openAddress(`/picks/${workId}`)
  ;(await screen.findAllByRole('button', { name: 'Close list…' }))[0]?.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(closed).toEqual([])
})

test('Ctrl+Z takes back no pick behind the question whether to close the list', async () => {
  serverAnswers(picksApi.get, {
    pickList: aPickList(),
    items: [aPickItem('T0000001', 1)],
    boxes: [],
    doors: 0,
  })
  const pickList = aPickList()
  const item = { ...aPickItem('T0000001', 1), state: 'picked' as const, eventId: 41 }
  serverAnswers(picksApi.pick, { success: true, outcome: 'picked', pickList, item, note: '' })
  const undone = serverAnswers(picksApi.undoPick, { success: true, pickList, item: aPickItem('T0000001', 1) })
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000001{Enter}')
  expect(await screen.findByText('NB-1 picked')).toBeVisible()
  await user.click((await screen.findAllByRole('button', { name: 'Close list…' }))[0] as HTMLElement)
  const back = await screen.findByRole('button', { name: 'Back' })
  await waitFor(() =>
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement),
  )
  await user.keyboard('{Control>}z{/Control}')
  await user.click(back)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(undone).toEqual([])

  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone).toHaveLength(1))
})

test('after the undo of a pick, a tube that was missing before is said to be missing again', async () => {
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  const pickList = aPickList()
  const tube = { sampleId: '01a21812-3a64-7be5-a697-000000000001', name: 'NB-1', tubeId: 'T0000001' }
  const note = 'It had been reported missing by Ada Lindqvist.'
  serverAnswers(picksApi.pick, {
    success: true,
    outcome: 'picked',
    pickList,
    item: { ...tube, state: 'picked', eventId: 41 },
    note,
  })
  serverAnswers(picksApi.undoPick, { success: true, pickList, item: { ...tube, state: 'not-found' } })
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000001{Enter}')
  expect(await screen.findByText(note)).toBeVisible()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('NB-1 is reported missing again')).toBeVisible()
})

test('Ctrl+Z takes back no pick while the newest scan has no reply', async () => {
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  const item = {
    sampleId: '01a21812-3a64-7be5-a697-000000000001',
    name: 'NB-1',
    tubeId: 'T0000001',
    state: 'picked' as const,
    eventId: 41,
  }
  serverAnswers(picksApi.pick, {
    success: true,
    outcome: 'picked',
    pickList: aPickList(),
    item,
    note: '',
  })
  const undone = serverRefuses(picksApi.undoPick, 500)
  const { user } = openAddress(`/picks/${workId}`)
  const field = await screen.findByRole('textbox', { name: /^Scan/ })
  await user.type(field, 'T0000001{Enter}')
  expect(await screen.findByText('NB-1 picked')).toBeVisible()
  serverAnswers(picksApi.pick, () => new Promise<never>(() => {}))
  await user.type(field, 'T0000002{Enter}')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(undone).toEqual([])
})

test('Undo says so of the first pick of a list, which has no reply', async () => {
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  serverAnswers(picksApi.pick, () => new Promise<never>(() => {}))
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000001{Enter}')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
})

test('a pick that the server fails at again and again can be removed', async () => {
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  serverRefuses(picksApi.pick, 500, { code: 'internal', message: 'Something went wrong' })
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000001{Enter}')
  for (let again = 0; again < 2; again += 1) {
    expect(screen.queryByRole('button', { name: 'Remove…' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
  }
  const remove = await screen.findByRole('button', { name: 'Remove…' })
  expect(screen.getAllByText('T0000001')[0]).toBeVisible()
  await user.click(remove)
  await user.click(await screen.findByRole('button', { name: 'Remove the scan' }))
  await waitFor(() => expect(screen.queryByText('T0000001')).not.toBeInTheDocument())
})

test('a code that a viewer scans on an open pick list is said not to be taken, and is not kept after the session', async () => {
  roleIs('viewer')
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  openAddress(`/picks/${workId}`)
  await screen.findByText(/^You are not allowed to/)
  await scanUntilSaid('T0000123', 'T0000123 was scanned, but is not taken.')
  act(clearToken)
  expect(signedOutScanKeeper()).toBeUndefined()
})

test.each(['2020-11-10T23:00:00.000Z', '2999-11-10T23:00:00.000Z', null])(
  'an open list says that its expected return is past: %s',
  async (expectedReturnAt) => {
    serverAnswers(picksApi.get, { pickList: aPickList({ expectedReturnAt }), items: [], boxes: [], doors: 0 })
    openAddress(`/picks/${workId}`)
    await screen.findByRole('textbox', { name: /^Scan/ })
    const notice = screen.queryByText(/^The tubes of this list were expected back by /)
    expect(notice !== null).toBe(expectedReturnAt === '2020-11-10T23:00:00.000Z')
  },
)
