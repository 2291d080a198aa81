import { racksApi } from '@lims/contract/rack-scan.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { untilReplied } from '../../../../test/open-requests.ts'
import { aRackEntry, aRackPreview, aRackTube } from '../../../../test/rack-records.ts'
import { aSample } from '../../../../test/records.ts'
import { roleIs } from '../../../../test/roles.ts'
import { cell, field, idOf, laboratory, marked, openScanIn, result } from '../../../../test/scan-in.tsx'
import { scanUntilSaid } from '../../../../test/scanner-keys.ts'
import { serverAnswers, serverLosesReplies, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { decodeToken } from '../../../api/decode-token.ts'
import { clearToken } from '../../../api/stored-token.ts'
import { signedOutScanKeeper } from '../../../features/scanning/signed-out-scans.ts'

test('each scanned tube goes to the next free cell along the rows, saved as it happens', async () => {
  const { placed } = laboratory()
  const user = await openScanIn()
  expect(field()).toHaveFocus()
  expect(marked()).toBe('A1')

  await user.keyboard('t1{Enter}')
  await result().findByText('A1')
  expect(marked()).toBe('B1')
  await user.keyboard('T2{Enter}')
  await result().findByText('B1')
  expect(result().getByText('NB-2')).toBeVisible()

  const scannedAt = expect.any(String)
  expect(placed.map(({ body }) => body)).toEqual([
    { sampleId: idOf(1), storageId: 3, rowCoordinate: 1, columnCoordinate: 1, scannedAt },
    { sampleId: idOf(2), storageId: 3, rowCoordinate: 1, columnCoordinate: 2, scannedAt },
  ])
  const keys = placed.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
  expect(field()).toHaveFocus()
})

test('fills down the columns when that is chosen, and remembers it', async () => {
  const { placed } = laboratory()
  const user = await openScanIn()
  await user.click(screen.getByText('Columns first'))
  expect(field()).toHaveFocus()
  await user.keyboard('T1{Enter}T2{Enter}')
  await waitFor(() => expect(placed).toHaveLength(2))
  expect(placed[1]?.body).toMatchObject({ rowCoordinate: 2, columnCoordinate: 1 })
  expect(localStorage.getItem('lims.fill-order')).toBe('columns')
})

test('of scans that come faster than replies none is lost, and each gets its own cell', async () => {
  const { placed } = laboratory()
  const user = await openScanIn()
  await user.click(field())
  await user.paste('T1\nT2\nT3\nT4\nT5\nT6\nT7')
  expect(await screen.findByText('6 placed · 1 not placed')).toBeVisible()
  expect(screen.getByText('The box is full')).toBeVisible()
  expect(
    placed.map(({ body }) => cell(body as never)).map((one) => [one.rowCoordinate, one.columnCoordinate]),
  ).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 2],
    [2, 3],
  ])
  expect(screen.getByText('The box is full.')).toBeVisible()
})

test.each([
  ['the next person', { sub: 'bo', jti: 'session-2' }, 'session-1'],
  ['the same person again', { jti: 'session-2' }, 'session-2'],
])(
  'a tube whose look-up is answered when %s is signed in is placed by who scanned it',
  async (_who, claims, jti) => {
    signIn()
    const { placed } = laboratory()
    const reply = Promise.withResolvers<void>()
    const looked = serverAnswers(racksApi.preview, async () => {
      await reply.promise
      return aRackPreview({ entries: [{ ...aRackEntry(), sample: aRackTube({ sampleId: idOf(1) }) }] })
    })
    const user = await openScanIn()
    await user.keyboard('T1{Enter}')
    await waitFor(() => expect(looked).toHaveLength(1))
    act(() => void signIn(claims))
    reply.resolve()
    await waitFor(() => expect(placed).toHaveLength(1))
    const [request] = placed
    expect(decodeToken(request?.headers.get('authorization') ?? '')).toMatchObject({ sub: 'ada', jti })
  },
)

test.each([
  ['LAB 0012', 2],
  ['12/345', 5],
  ['A,1', 1],
  ['A;1', 1],
])('places a tube with an ID of another system: %s', async (tubeId, number) => {
  const { placed } = laboratory()
  const user = await openScanIn()
  await user.keyboard(`${tubeId}{Enter}`)
  expect(await result().findByText('Placed')).toBeVisible()
  expect(placed[0]?.body).toMatchObject({ sampleId: idOf(number), rowCoordinate: 1, columnCoordinate: 1 })
})

test('an unknown tube leaves the cell free', async () => {
  laboratory()
  const user = await openScanIn()
  await user.keyboard('X99{Enter}')
  expect(await result().findByText('Not placed')).toBeVisible()
  expect(result().getByText('No sample with tube ID X99.')).toBeVisible()
  expect(marked()).toBe('A1')
})

test('Undo last takes the tube out again, only if it is still there', async () => {
  const { arranged, held } = laboratory()
  const user = await openScanIn()
  expect(screen.getByRole('button', { name: 'Undo last' })).toBeDisabled()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await result().findByText('Taken back')).toBeVisible()
  expect(arranged[0]?.body).toEqual({
    moves: [{ sampleId: idOf(1), storageId: 0, rowCoordinate: null, columnCoordinate: null }],
    expected: [{ sampleId: idOf(1), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
    undo: { custodyEventIds: [] },
  })
  await waitFor(() => expect(marked()).toBe('A1'))
  expect(held).toEqual([])
})

test('Undo last whose reply was lost is repeated as the same one', async () => {
  laboratory()
  const lost = serverLosesReplies(sampleLocationApi.arrange)
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  await waitFor(() => expect(lost).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo last' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  await waitFor(() => expect(lost).toHaveLength(2))
  const [first, second] = lost.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/:undo$/)
  expect(second).toBe(first)
})

test.each([
  ['whose reply was lost', [7]],
  ['that was in its cell before', []],
])(
  'Undo last of a tube %s brings back the custody that the scan has changed',
  async (_case, custodyEventIds) => {
    const { arranged } = laboratory(() => ({ state: 'same' }))
    serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 6, occupied: 0 })
    const reply = { success: true as const, storageId: 3, location: 'A1', inStorage: true, path: [] }
    if (custodyEventIds.length > 0) {
      serverAnswers(sampleLocationApi.associate, {
        ...reply,
        ...cell({ sampleId: idOf(1), rowCoordinate: 1, columnCoordinate: 1 }),
        custodyEventIds,
      })
    } else {
      serverRefuses(sampleLocationApi.associate, 409, {
        code: 'already-stored',
        message: 'NB-1 is in Box 03.',
      })
    }
    const user = await openScanIn()
    await user.keyboard('T1{Enter}')
    expect(await result().findByText('Placed')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo last' }))
    await waitFor(() => expect(arranged[0]?.body).toMatchObject({ undo: { custodyEventIds } }))
  },
)

test('a refusal is read aloud again if the same tube is refused again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { looked } = laboratory()
  const user = await openScanIn()
  await user.keyboard('X99{Enter}')
  const first = await result().findByText('No sample with tube ID X99.')
  vi.setSystemTime(Date.now() + 2000)
  await user.type(field(), 'X99{Enter}')
  await waitFor(() => expect(looked).toHaveLength(2))
  await waitFor(() => expect(first).not.toBeInTheDocument())
  expect(await result().findByText('No sample with tube ID X99.')).toBeVisible()
})

test('a cell that somebody else has filled is refused with the tube that is in it', async () => {
  const { held } = laboratory()
  const user = await openScanIn()
  const message = 'A1 of Box 03 holds NB-9 (T9).'
  serverRefuses(sampleLocationApi.associate, 409, { code: 'cell-taken', message })
  held.push({ sampleId: aSample().id, rowCoordinate: 1, columnCoordinate: 1 })
  await user.keyboard('T1{Enter}')
  expect(await result().findByText(message)).toBeVisible()
  await waitFor(() => expect(marked()).toBe('B1'))
})

test.each(['', ', and the list is cleared'])(
  'a filled cell is not given to the next tube while the box cannot be fetched again, however long that lasts%s',
  async (end) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { placed } = laboratory()
    const user = await openScanIn()
    const failed = serverRefuses(storageApi.occupancy, 503)
    await user.keyboard('T1{Enter}')
    await result().findByText('A1')
    await waitFor(() => expect(failed).not.toHaveLength(0))
    vi.setSystemTime(Date.now() + 60_000)
    if (end) await user.click(screen.getByRole('button', { name: 'Clear list' }))
    expect(marked()).toBe('B1')
    await user.keyboard('T2{Enter}')
    await waitFor(() => expect(placed).toHaveLength(2))
    expect(placed[1]?.body).toMatchObject({ rowCoordinate: 1, columnCoordinate: 2 })
  },
)

test.each([
  [409, 'cell-taken', 'D2 of Box 9 holds NB-9 (T9). Nothing was moved.'],
  [
    409,
    'moved-meanwhile',
    'A tube has been moved by someone else since. Nothing was moved; please check again.',
  ],
  [404, 'storage-not-found', 'Storage not found'],
  [409, 'custody-changed-since', 'NB-2 was checked out by Ben at 10:00.'],
] as const)(
  'a tube that cannot go back stays, and Undo last goes on with the one before: %i %s',
  async (status, code, message) => {
    laboratory()
    const user = await openScanIn()
    await user.keyboard('T1{Enter}')
    await result().findByText('A1')
    await user.keyboard('T2{Enter}')
    await result().findByText('B1')
    serverRefuses(sampleLocationApi.arrange, status, { code, message })
    await user.click(screen.getByRole('button', { name: 'Undo last' }))
    expect(await screen.findByText(message)).toBeVisible()

    const undone = serverAnswers(sampleLocationApi.arrange, {
      success: true,
      count: 1,
      before: [],
      custodyEventIds: [],
    })
    await user.click(screen.getByRole('button', { name: 'Undo last' }))
    await waitFor(() =>
      expect(undone[0]?.body).toMatchObject({ moves: [{ sampleId: idOf(1), storageId: 0 }] }),
    )
  },
)

test('Undo last without the permission is offered again', async () => {
  laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  const message = 'Your role does not allow this.'
  serverRefuses(sampleLocationApi.arrange, 403, { code: 'permission-denied', message })
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo last' })).toBeEnabled()
})

test('takes no tube, also after the session has ended, once the permission is taken away', async () => {
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
  const { looked } = laboratory((code) => (code === 'T4' ? { state: 'moved', from } : {}))
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  await user.keyboard('T4{Enter}')
  expect(await result().findByRole('button', { name: /^Move here/ })).toBeVisible()

  await untilReplied()
  roleIs('viewer')
  const message = 'Your role does not allow this.'
  serverRefuses(sampleLocationApi.arrange, 403, { code: 'permission-denied', message })
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await screen.findByText(/^You are not allowed to place, move and take out samples/)).toBeVisible()
  expect(field()).toBeDisabled()
  expect(screen.queryByRole('button', { name: /^Move here/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo last' })).toBeDisabled()
  await scanUntilSaid('T0000002', 'T0000002 was scanned, but is not taken.')
  expect(looked).toHaveLength(2)
  act(clearToken)
  expect(signedOutScanKeeper()).toBeUndefined()
})

test('the close button stops scanning in', async () => {
  laboratory()
  const user = await openScanIn()
  await user.click(screen.getByRole('button', { name: 'Stop scanning in' }))
  expect(screen.queryByLabelText('Scan the tube')).toBeNull()
})

test('a tube whose undo is replied to after scanning in was stopped is taken back in the list', async () => {
  laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  const reply = Promise.withResolvers<{
    success: true
    count: number
    before: never[]
    custodyEventIds: never[]
  }>()
  const undone = serverAnswers(sampleLocationApi.arrange, () => reply.promise)
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  await user.click(screen.getByRole('button', { name: 'Stop scanning in' }))
  await waitFor(() => expect(undone).toHaveLength(1))
  const occupancy = serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 6, occupied: 0 })
  reply.resolve({ success: true, count: 1, before: [], custodyEventIds: [] })
  await waitFor(() => expect(occupancy).toHaveLength(1))

  await user.click(screen.getByRole('button', { name: 'Scan in' }))
  expect(await result().findByText('Taken back')).toBeVisible()
  expect(marked()).toBe('A1')
})

test('an undo that is refused after scanning in was stopped is not offered again', async () => {
  laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  const message = 'A tube has been moved by someone else since. Nothing was moved; please check again.'
  const reply = Promise.withResolvers<void>()
  serverRefuses(sampleLocationApi.arrange, 409, { code: 'moved-meanwhile', message }, reply.promise)
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  await user.click(screen.getByRole('button', { name: 'Stop scanning in' }))
  reply.resolve()
  expect(await screen.findByText(message)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Scan in' }))
  expect(screen.getByRole('button', { name: 'Undo last' })).toBeDisabled()
})
