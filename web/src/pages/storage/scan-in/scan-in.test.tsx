import { healthApi } from '@lims/contract/health.ts'
import type { RackEntry } from '@lims/contract/rack-scan.ts'
import { racksApi } from '@lims/contract/rack-scan.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aRackEntry, aRackPreview, aRackTube } from '../../../../test/rack-records.ts'
import { aSample } from '../../../../test/records.ts'
import { scannerKeys } from '../../../../test/scanner-keys.ts'
import { serverAnswers, serverLosesReplies, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { clearToken } from '../../../api/stored-token.ts'
import { occupancyQuery } from '../../../entities/storage/storage-api.ts'
import { keepSignedOutScans, signedOutScanKeeper } from '../../../features/scanning/signed-out-scans.ts'
import { ScanIn } from './scan-in.tsx'

const box = aStorage({ numberRows: 2, numberColumns: 3 })
const close = vi.fn()

/** The page around it, which fetches the box and shows the next cell. */
function Page() {
  const { data } = useQuery(occupancyQuery(box.id))
  return (
    <ScanIn box={data && { storage: box, occupancy: data }} onClose={close}>
      {(next, panel) => (
        <>
          <p role="note" aria-label="Marked">
            {next?.label}
          </p>
          {panel}
        </>
      )}
    </ScanIn>
  )
}

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** T1 to T9, and tube IDs of other systems. */
const tubeIds = /^(?:t|LAB 001|12\/34|A[,;])(\d)$/i

/** A server that knows these tubes, and what is in the box. */
function laboratory(known: (code: string) => Partial<RackEntry> = () => ({})) {
  const held: { sampleId: string; rowCoordinate?: number | null; columnCoordinate?: number | null }[] = []
  const looked = serverAnswers(racksApi.preview, ({ body }) => {
    const { Position, TubeID } = JSON.parse((body as { content: string }).content)
    const [position, code] = [Position[0], TubeID[0]] as [string, string]
    const number = Number(tubeIds.exec(code)?.[1])
    if (!number) return aRackPreview({ entries: [{ ...aRackEntry(), state: 'unknown', sample: undefined }] })
    const sample = aRackTube({ sampleId: idOf(number), name: `NB-${number}`, alias: `T${number}` })
    return aRackPreview({ entries: [aRackEntry({ position, code, sample, ...known(code) })] })
  })
  serverAnswers(storageApi.occupancy, () => ({
    occupancy: held.map(({ sampleId, rowCoordinate, columnCoordinate }) =>
      aStoredTube({
        contentId: sampleId,
        rowCoordinate: rowCoordinate ?? 0,
        columnCoordinate: columnCoordinate ?? 0,
      }),
    ),
    capacity: 6,
    occupied: held.length,
  }))
  const placed = serverAnswers(sampleLocationApi.associate, ({ body }) => {
    const wanted = body as (typeof held)[number]
    held.push(wanted)
    return {
      success: true as const,
      storageId: 3,
      location: 'A1',
      inStorage: true,
      path: [],
      ...cell(wanted),
    }
  })
  const arranged = serverAnswers(sampleLocationApi.arrange, ({ body }) => {
    const { moves } = body as { moves: (typeof held)[number][] }
    for (const { sampleId } of moves) {
      const index = held.findIndex((one) => one.sampleId === sampleId)
      if (index >= 0) held.splice(index, 1)
    }
    held.push(...moves.filter(({ rowCoordinate }) => rowCoordinate))
    return { success: true as const, count: moves.length, before: [], custodyEventIds: [] }
  })
  return { held, looked, placed, arranged }
}
const cell = ({
  sampleId,
  rowCoordinate,
  columnCoordinate,
}: {
  sampleId: string
  rowCoordinate?: number | null
  columnCoordinate?: number | null
}) => ({ sampleId, rowCoordinate: rowCoordinate ?? null, columnCoordinate: columnCoordinate ?? null })

const field = () => screen.getByLabelText('Scan the tube')
const marked = () => screen.getByLabelText('Marked').textContent
const result = () => within(screen.getByRole('status'))

async function open() {
  const user = openScreen(<Page />)
  await screen.findByLabelText('Scan the tube')
  return user
}

test('each scanned tube goes to the next free cell along the rows, saved as it happens', async () => {
  const { placed } = laboratory()
  const user = await open()
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
  const user = await open()
  await user.click(screen.getByText('Columns first'))
  expect(field()).toHaveFocus()
  await user.keyboard('T1{Enter}T2{Enter}')
  await waitFor(() => expect(placed).toHaveLength(2))
  expect(placed[1]?.body).toMatchObject({ rowCoordinate: 2, columnCoordinate: 1 })
  expect(localStorage.getItem('lims.fill-order')).toBe('columns')
})

test('of scans that come faster than replies none is lost, and each gets its own cell', async () => {
  const { placed } = laboratory()
  const user = await open()
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

test('a tube that is stored elsewhere is shown with where it is, and M moves it here', async () => {
  const from = {
    storageId: 9,
    rowCoordinate: 2,
    columnCoordinate: 4,
    position: 'D2',
    path: 'Rack A › Box 9 › D2',
  }
  const { arranged, placed } = laboratory((code) => (code === 'T4' ? { state: 'moved', from } : {}))
  const user = await open()
  await user.keyboard('T4{Enter}')
  expect(await result().findByText('Stored already')).toBeVisible()
  expect(result().getByRole('link', { name: 'Rack A › Box 9 › D2' })).toHaveAttribute(
    'href',
    '/storage/9/enhanced',
  )
  expect([placed.length, marked()]).toEqual([0, 'A1'])

  await user.keyboard('m')
  expect(await result().findByText('Placed')).toBeVisible()
  expect(arranged[0]?.body).toEqual({
    moves: [{ sampleId: idOf(4), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
    expected: [{ sampleId: idOf(4), storageId: 9, rowCoordinate: 2, columnCoordinate: 4 }],
    scannedAt: expect.any(String),
  })
  expect(field()).toHaveValue('')
  expect(marked()).toBe('B1')

  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await result().findByText('Taken back')).toBeVisible()
  expect(arranged[1]?.body).toMatchObject({ moves: [{ sampleId: idOf(4), storageId: 9, rowCoordinate: 2 }] })
})

test('an M that begins a code is not a command', async () => {
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
  const { arranged, looked } = laboratory(() => ({ state: 'moved', from }))
  const user = await open()
  await user.keyboard('T4{Enter}')
  await result().findByText('Stored already')
  await user.keyboard('MX-7{Enter}')
  await waitFor(() => expect(looked).toHaveLength(2))
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(arranged).toHaveLength(0)
})

test.each(['Enter', 'Tab'])(
  'an M that is pressed shortly before the next scan moves the tube here; the scanner ends with %s',
  async (end) => {
    const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
    const { arranged, placed } = laboratory((code) => (code === 'LAB 0014' ? { state: 'moved', from } : {}))
    const user = await open()
    await user.keyboard('LAB 0014{Enter}')
    await result().findByText('Stored already')

    scannerKeys(field()).character('m')
    fireEvent.change(field(), { target: { value: 'm' } })
    const scanner = scannerKeys(field(), 4, 500)
    for (const letter of 'LAB0015') scanner.character(letter)
    fireEvent.change(field(), { target: { value: 'mLAB 0015' } })
    scanner.press({ key: end })

    await waitFor(() => expect(placed).toHaveLength(1))
    expect(arranged[0]?.body).toMatchObject({
      moves: [{ sampleId: idOf(4), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
    })
    expect(placed[0]?.body).toMatchObject({ sampleId: idOf(5), rowCoordinate: 1, columnCoordinate: 2 })
  },
)

test.each([
  ['LAB 0012', 2],
  ['12/345', 5],
  ['A,1', 1],
  ['A;1', 1],
])('places a tube with an ID of another system: %s', async (tubeId, number) => {
  const { placed } = laboratory()
  const user = await open()
  await user.keyboard(`${tubeId}{Enter}`)
  expect(await result().findByText('Placed')).toBeVisible()
  expect(placed[0]?.body).toMatchObject({ sampleId: idOf(number), rowCoordinate: 1, columnCoordinate: 1 })
})

test('an unknown tube leaves the cell free', async () => {
  laboratory()
  const user = await open()
  await user.keyboard('X99{Enter}')
  expect(await result().findByText('Not placed')).toBeVisible()
  expect(result().getByText('No sample with tube ID X99.')).toBeVisible()
  expect(marked()).toBe('A1')
})

test('Undo last takes the tube out again, only if it is still there', async () => {
  const { arranged, held } = laboratory()
  const user = await open()
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
  const user = await open()
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
    const user = await open()
    await user.keyboard('T1{Enter}')
    expect(await result().findByText('Placed')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo last' }))
    await waitFor(() => expect(arranged[0]?.body).toMatchObject({ undo: { custodyEventIds } }))
  },
)

test('Undo last undoes nothing while the newest scan has no reply', async () => {
  const { arranged } = laboratory()
  const user = await open()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  serverAnswers(sampleLocationApi.associate, () => new Promise<never>(() => {}))
  await user.keyboard('T2{Enter}')
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(arranged).toEqual([])
})

test('a tube that another person has moved since is left there, and Undo last goes on with the one before', async () => {
  laboratory()
  const user = await open()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  await user.keyboard('T2{Enter}')
  await result().findByText('B1')
  const message = 'A tube has been moved by someone else since. Nothing was moved; please check again.'
  serverRefuses(sampleLocationApi.arrange, 409, { code: 'moved-meanwhile', message })
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await screen.findByText(message)).toBeVisible()

  const undone = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 1,
    before: [],
    custodyEventIds: [],
  })
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  await waitFor(() => expect(undone[0]?.body).toMatchObject({ moves: [{ sampleId: idOf(1), storageId: 0 }] }))
})

test('a cell that somebody else has filled is refused with the tube that is in it', async () => {
  const { held } = laboratory()
  const user = await open()
  const message = 'A1 of Box 03 holds NB-9 (T9).'
  serverRefuses(sampleLocationApi.associate, 409, { code: 'cell-taken', message })
  held.push({ sampleId: aSample().id, rowCoordinate: 1, columnCoordinate: 1 })
  await user.keyboard('T1{Enter}')
  expect(await result().findByText(message)).toBeVisible()
  await waitFor(() => expect(marked()).toBe('B1'))
})

test('a scan without a reply is kept with its cell, and is sent when the connection is back', async () => {
  laboratory()
  serverRefuses(racksApi.preview, 503)
  const user = await open()
  await user.keyboard('T1{Enter}')
  expect(await result().findByText('Not sent yet')).toBeVisible()
  expect(marked()).toBe('B1')
  const { placed } = laboratory()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await result().findByText('Placed')).toBeVisible()
  expect(placed[0]?.body).toMatchObject({ rowCoordinate: 1, columnCoordinate: 1 })
})

test('a tube that turns out to be stored elsewhere once the network is back is named until that is closed', async () => {
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
  const known = (code: string): Partial<RackEntry> => (code === 'T1' ? { state: 'moved', from } : {})
  laboratory(known)
  serverRefuses(racksApi.preview, 503)
  const user = await open()
  await user.keyboard('T1{Enter}T2{Enter}')
  expect(await screen.findByText('0 placed · 2 not sent yet')).toBeVisible()
  laboratory(known)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('1 earlier tube was not placed')).toBeVisible()
  expect(screen.getByText(/^is stored in/)).toBeVisible()
  expect(await screen.findByText('1 placed · 1 not placed')).toBeVisible()
})

test('kept scans are sent when the server replies again', async () => {
  laboratory()
  serverRefuses(racksApi.preview, 503)
  const user = await open()
  await user.keyboard('T1{Enter}')
  await result().findByText('Not sent yet')
  const { placed } = laboratory()
  serverAnswers(healthApi.ready, { status: 'ready' })
  await waitFor(() => expect(placed).toHaveLength(1))
})

test('a tube scanned after the session has ended is kept for this box, and for Receive once the box is closed', async () => {
  const receive = vi.fn()
  keepSignedOutScans(receive, { isLasting: true })
  const { placed } = laboratory()
  const user = await open()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')

  act(clearToken)
  cleanup()
  signedOutScanKeeper()?.({ raw: 'T2' })
  expect(receive).not.toHaveBeenCalled()
  signIn()
  await open()
  await waitFor(() => expect(placed).toHaveLength(2))
  expect(placed[1]?.body).toMatchObject({ sampleId: idOf(2), rowCoordinate: 1, columnCoordinate: 2 })

  cleanup()
  keepSignedOutScans(receive, { isLasting: true })
  await open()
  cleanup()
  signedOutScanKeeper()?.({ raw: 'T3' })
  expect(receive).toHaveBeenCalledOnce()
})

test('the close button stops scanning in', async () => {
  laboratory()
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Stop scanning in' }))
  expect(close).toHaveBeenCalledOnce()
})

test('a tab keeps the scans of the boxes used last, and of those with a scan that got no reply', async () => {
  signIn()
  const scan = { id: 'one', readings: { raw: 'T1' }, cell: { row: 1, column: 1 }, label: 'A1' }
  for (let storageId = 101; storageId <= 109; storageId += 1) {
    const progress = { state: storageId === 102 ? 'unsent' : 'refused', reason: 'No sample with tube ID T1.' }
    const scans = [{ ...scan, scannedAt: storageId, progress }]
    sessionStorage.setItem(`lims.scan-in.ada.${storageId}`, JSON.stringify({ scans }))
  }
  laboratory()
  const user = await open()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  expect(Object.keys(sessionStorage).sort()).toEqual(
    [102, 105, 106, 107, 108, 109, 3].map((storageId) => `lims.scan-in.ada.${storageId}`),
  )
})
