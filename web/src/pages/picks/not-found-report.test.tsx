import { picksApi } from '@lims/contract/picks.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Edits } from '../../../test/edits.tsx'
import { aPickItem, aPickList, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { undoLatest } from '../../ui/use-undo-notice.tsx'

beforeEach(() => void signIn())

/** Opens a pick list of one tube, and returns a function that reports it missing; `undone` are the undos of that. */
async function openListToReport({ afterReport }: { afterReport?: Promise<void> } = {}) {
  const item = aPickItem('T0000001', 1)
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [item], boxes: [], doors: 0 })
  serverAnswers(picksApi.pick, () => new Promise<never>(() => {}))
  const reported = { ...item, state: 'not-found' as const, eventId: 41 }
  serverAnswers(picksApi.notFound, async () => {
    await afterReport
    return { success: true as const, pickList: aPickList(), item: reported }
  })
  const undone = serverAnswers(picksApi.undoPick, { success: true, pickList: aPickList(), item })
  const { user } = openAddress(`/picks/${workId}`)
  await screen.findByRole('textbox', { name: /^Scan/ })
  const report = async () => {
    await user.click(screen.getByRole('button', { name: 'It is not here' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('textbox'), 'the cell is empty')
    await user.click(dialog.getByRole('button', { name: 'Report missing' }))
    if (!afterReport) await isReported()
  }
  const isReported = async () =>
    expect(await screen.findByText(`${item.name} is reported missing`)).toBeVisible()
  return { user, report, undone, isReported }
}

test.each(['after', 'before'])(
  'a report that a tube is not here, and a scan without a reply %s it',
  async (order) => {
    const { user, report, undone } = await openListToReport()
    const field = screen.getByRole('textbox', { name: /^Scan/ })
    const scan = () => user.type(field, 'T0000002{Enter}')
    if (order === 'before') await scan()
    await report()
    if (order === 'after') await scan()
    else await user.click(field)
    await user.keyboard('{Control>}z{/Control}')
    if (order === 'after') {
      expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
      expect(undone).toEqual([])
    } else await waitFor(() => expect(undone[0]?.body).toMatchObject({ eventId: 41 }))
  },
)

test('neither a report nor a pick can be undone once the permission is taken away', async () => {
  const { streams } = serverStreams()
  const { user, report } = await openListToReport()
  await waitFor(() => expect(streams).not.toEqual([]))
  await report()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  roleIs('viewer')
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())

  roleIs('bench')
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
  const item = { ...aPickItem('T0000002', 2), eventId: 42 }
  serverAnswers(picksApi.pick, { success: true, outcome: 'picked', pickList: aPickList(), item, note: '' })
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0000002{Enter}')
  expect(await screen.findByText('NB-2 picked')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  roleIs('viewer')
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

/** Replies of the server to the pick of NB-2, and what the page shows of them. */
const lateReplies = {
  picked: 'NB-2 picked',
  refused: 'NB-2 (T0000002) is checked out by Bo Chen.',
  unsent: 'Not sent yet: T0000002',
}

test.each([
  ['picked', 'after'],
  ['refused', 'after'],
  ['unsent', 'after'],
  ['picked', 'before'],
  ['refused', 'before'],
] as const)(
  'a report that a tube is not here can be undone if an earlier scan is %s %s it',
  async (state, order) => {
    const pick = Promise.withResolvers<void>()
    const reply = Promise.withResolvers<void>()
    const opened = await openListToReport(order === 'before' ? { afterReport: reply.promise } : {})
    const { user, report, isReported, undone } = opened
    if (state === 'picked')
      serverAnswers(picksApi.pick, async () => {
        await pick.promise
        const item = { ...aPickItem('T0000002', 2), state: 'picked' as const, eventId: 42 }
        return { success: true as const, outcome: 'picked' as const, pickList: aPickList(), item, note: '' }
      })
    else {
      const code = state === 'refused' ? 'custody-not-possible' : 'internal'
      const refusal = { code, message: lateReplies.refused } as const
      serverRefuses(picksApi.pick, state === 'refused' ? 409 : 503, refusal, pick.promise)
    }
    const field = screen.getByRole('textbox', { name: /^Scan/ })
    await user.type(field, 'T0000002{Enter}')
    await report()
    pick.resolve()
    const words = (_: string, element: Element | null) => element?.textContent === lateReplies[state]
    if (order === 'before') await screen.findAllByText(words)
    reply.resolve()
    await isReported()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    if (order === 'after') await screen.findAllByText(words)

    await isReported()
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
    await user.click(field)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(undone[0]?.body).toMatchObject({ eventId: 41 }))
  },
)

test('the report that a tube is not here gives way to the outcome of a scan that was made after it', async () => {
  const { user, report, undone } = await openListToReport()
  await report()
  const item = { ...aPickItem('T0000002', 2), state: 'picked' as const, eventId: 42 }
  serverAnswers(picksApi.pick, {
    success: true,
    outcome: 'picked',
    pickList: aPickList(),
    item,
    note: '',
  })
  await user.type(screen.getByRole('textbox', { name: /^Scan/ }), 'T0000002{Enter}')
  expect(await screen.findByText(lateReplies.picked)).toBeVisible()
  expect(screen.queryByText('NB-1 is reported missing')).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone[0]?.body).toMatchObject({ eventId: 42 }))
})

test('a report that a tube is not here can be undone also if the list was fetched before its reply', async () => {
  const { streams } = serverStreams()
  onTestFinished(() => void vi.unstubAllGlobals())
  const reply = Promise.withResolvers<void>()
  const { user, report, isReported, undone } = await openListToReport({ afterReport: reply.promise })
  await report()
  const items = [{ ...aPickItem('T0000001', 1), state: 'not-found' as const }, aPickItem('T0000002', 2)]
  serverAnswers(picksApi.get, { pickList: aPickList(), items, boxes: [], doors: 0 })
  act(() => streams[0]?.say('data: {"freezerWork":true}\n\n'))
  const field = await screen.findByRole('textbox', { name: /^Scan T0000002/ })
  reply.resolve()
  await isReported()
  await user.click(field)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone[0]?.body).toMatchObject({ eventId: 41 }))
})

test('the undo without a keyboard is that of a report, and not of what was done before it', async () => {
  openScreen(<Edits />)
  const { user, report, undone } = await openListToReport()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('NB-7 edited')).toBeNull())
  await report()
  act(() => void undoLatest())
  await waitFor(() => expect(undone[0]?.body).toMatchObject({ eventId: 41 }))
  expect(screen.queryByText('NB-7 edited')).toBeNull()
})

test('a report is about the place that the dialog was opened with; if the tube was moved since, it is refused', async () => {
  const { streams } = serverStreams()
  onTestFinished(() => void vi.unstubAllGlobals())
  const grid = { numberRows: 9, numberColumns: 9, rowPrefix: '', columnPrefix: '', occupied: [] }
  const box = { storageId: 3, code: 'STO0000003', path: ['Freezer 1', 'Box 03'], door: 1, ...grid }
  const item = { ...aPickItem('T0000001', 1), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }
  const listWith = (position: string, columnCoordinate: number) =>
    serverAnswers(picksApi.get, {
      pickList: aPickList(),
      items: [{ ...item, position, columnCoordinate }],
      boxes: [box],
      doors: 1,
    })
  listWith('A1', 1)
  const message =
    'NB-1 (T0000001) is in Freezer 1 › Box 03 › A2 by now. It was not reported; please look again.'
  const refused = serverRefuses(picksApi.notFound, 409, { code: 'moved-meanwhile', message })
  const { user } = openAddress(`/picks/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'It is not here' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('textbox'), 'the cell is empty')
  listWith('A2', 2)
  act(() => streams[0]?.say('data: {"freezerWork":true}\n\n'))
  expect(await screen.findAllByText('A2')).not.toEqual([])
  expect(dialog.getByText(/is not in cell A1/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Report missing' }))
  expect(await screen.findByText(message)).toBeVisible()
  const expected = { storageId: 3, rowCoordinate: 1, columnCoordinate: 1, path: ['Freezer 1', 'Box 03'] }
  expect(refused[0]?.body).toMatchObject({ expected })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['already-picked', 'NB-1 (T0000001) was picked already by Bo Chen.'],
  ['pick-changed-since', 'NB-1 (T0000001) was reported missing already by Bo Chen.'],
] as const)(
  'the dialog of a tube that others have dealt with since stays while its reason is typed: %s',
  async (code, message) => {
    const { streams } = serverStreams()
    onTestFinished(() => void vi.unstubAllGlobals())
    const [first, second] = [aPickItem('T0000001', 1), aPickItem('T0000002', 2)]
    const listWith = (state: 'wanted' | 'picked') => {
      const items = [{ ...first, state }, second]
      serverAnswers(picksApi.get, { pickList: aPickList(), items, boxes: [], doors: 0 })
    }
    listWith('wanted')
    const reports = serverRefuses(picksApi.notFound, 409, { code, message })
    const { user } = openAddress(`/picks/${workId}`)
    await user.click(await screen.findByRole('button', { name: 'It is not here' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'NB-1 is not here?' }))
    await user.type(await dialog.findByRole('textbox'), 'the cell ')
    listWith('picked')
    act(() => streams[0]?.say('data: {"freezerWork":true}\n\n'))
    const field = await screen.findByLabelText(/^Scan T0000002/)
    await user.keyboard('is empty')
    await user.click(dialog.getByRole('button', { name: 'Report missing' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(reports[0]?.body).toMatchObject({ sampleId: first.sampleId, reason: 'the cell is empty' })
    await waitFor(() => expect(field).toHaveFocus())
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('the dialog of a tube stays while its reason is typed, also if another tube is the next to pick by then', async () => {
  const pick = Promise.withResolvers<void>()
  const [first, second] = [aPickItem('T0000001', 1), aPickItem('T0000002', 2)]
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [first, second], boxes: [], doors: 0 })
  const message = 'NB-1 (T0000001) is checked out by Bo Chen.'
  serverRefuses(picksApi.pick, 409, { code: 'custody-not-possible', message }, pick.promise)
  const item = { ...second, state: 'not-found' as const, eventId: 41 }
  const reports = serverAnswers(picksApi.notFound, { success: true, pickList: aPickList(), item })
  const { user } = openAddress(`/picks/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan T0000001/ }), 'T0000001{Enter}')
  await screen.findByRole('textbox', { name: /^Scan T0000002/ })
  await user.click(screen.getByRole('button', { name: 'It is not here' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'NB-2 is not here?' }))
  await user.type(await dialog.findByRole('textbox'), 'the cell ')
  pick.resolve()
  expect(await screen.findAllByText(message)).not.toEqual([])
  await user.keyboard('is empty')
  await user.click(dialog.getByRole('button', { name: 'Report missing' }))
  await waitFor(() =>
    expect(reports.map(({ body }) => body)).toMatchObject([
      { sampleId: second.sampleId, reason: 'the cell is empty' },
    ]),
  )
})
