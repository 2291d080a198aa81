import { authApi } from '@lims/contract/auth.ts'
import { type MovePlan, movesApi, type PlanMoveBody } from '@lims/contract/moves.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { fakeCamera } from '../../../test/fake-camera.ts'
import { aMove, aMoveStep, carriedStep, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { roleIs } from '../../../test/roles.ts'
import { scanUntilSaid } from '../../../test/scanner-keys.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { setWidth } from '../../../test/width.ts'
import { clearToken } from '../../api/stored-token.ts'
import { signedOutScanKeeper } from '../../features/scanning/signed-out-scans.ts'

beforeEach(() => void signIn())

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the moves of boxes, with how far each is', async () => {
  const { sources: _, belowPercent: __, steps: ___, now: ____, ...summary } = aMove()
  serverAnswers(movesApi.list, { moves: [summary], totalMoves: 1 })
  openAddress('/moves')
  const link = await screen.findByRole('link', { name: 'Evacuate Freezer 1' })
  expect(link).toHaveAttribute('href', `/moves/${workId}`)
  expect(screen.getByText('1 of 2')).toBeVisible()
})

test('without a move the list shows a sentence', async () => {
  serverAnswers(movesApi.list, { moves: [], totalMoves: 0 })
  openAddress('/moves')
  expect(await screen.findByText('No boxes have been moved by a plan yet.')).toBeVisible()
})

test('a viewer may not plan, and sees why', async () => {
  roleIs('viewer')
  serverAnswers(movesApi.list, { moves: [], totalMoves: 0 })
  openAddress('/moves')
  await screen.findByText('No boxes have been moved by a plan yet.')
  expect(await screen.findByTitle(/^You are not allowed to/)).toHaveTextContent('New plan')
})

test('a closed move by an old link has no scan field', async () => {
  serverAnswers(movesApi.get, { move: aMove({ state: 'closed' }) })
  openAddress(`/moves/${workId}`)
  expect(await screen.findByText('Closed')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^Scan/ })).toBeNull()
})

test('the walk list on paper is rendered while the page is printed, and not at each scan', async () => {
  const steps = [aMoveStep({ boxAlias: 'Box 5' }), aMoveStep({ boxId: 6, boxAlias: 'Box 6', place: 2 })]
  serverAnswers(movesApi.get, { move: aMove({ steps }) })
  openAddress(`/moves/${workId}`)
  await screen.findByRole('list', { name: 'Boxes in the order of the walk' })
  expect(screen.queryByText('Out at')).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const table = screen.getByText('Out at').closest('table') as HTMLElement
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(3)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText('Out at')).toBeNull()
})

test('closing a move names the boxes that somebody carries', async () => {
  const step = aMoveStep({
    boxAlias: 'Box 5',
    state: 'picked-up',
    pickedUpAt: '2026-11-20T08:00:00.000Z',
    pickedUpBy: 'Bo Chen',
  })
  serverAnswers(movesApi.get, { move: aMove({ boxes: 2, moved: 0, steps: [step] }) })
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByText('Close the move…'))
  expect(
    await screen.findByText(
      '2 boxes are not moved and stay where they are. Taken out already: Box 5 (Bo Chen). Put back what was taken out.',
    ),
  ).toBeVisible()
})

test.each([
  [404, 'move-not-found'],
  [400, 'request-invalid'],
] as const)('an old link whose reply is %s leads to all moves', async (status, code) => {
  serverRefuses(movesApi.get, status, { code, message: 'Move not found' })
  openAddress(`/moves/${workId}`)
  expect(await screen.findByRole('link', { name: 'All moves' })).toHaveAttribute('href', '/moves')
})

test('the field of the boxes that take more tubes is called so, to a screen reader too', async () => {
  emptyLab()
  const { user } = openAddress('/moves/new')
  expect(await screen.findByRole('combobox', { name: 'Only into' })).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /^Consolidate/ }))
  expect(screen.getByRole('combobox', { name: 'Also into boxes of' })).toBeInTheDocument()
})

const emptyPlan: MovePlan = {
  name: 'Consolidate Freezer 1',
  steps: [],
  freezers: [],
  boxes: 0,
  tubes: 0,
  notFitting: 0,
  warnings: [],
}

const rackB = {
  ...{ storageId: 5, code: 'STO0000005', alias: 'Rack B', position: 'A3' },
  ...{ freezer: 'Freezer 2', path: 'Freezer 2 › Rack B › A3' },
}

test('by the camera: the dialog says which box is next and where the box in hand goes', async () => {
  const { seen } = fakeCamera()
  const step = aMoveStep({ boxAlias: 'Box 7', boxId: 107, boxCode: 'STO0000107', from: rackB, to: rackB })
  serverAnswers(movesApi.get, { move: aMove({ steps: [step] }) })
  serverRefuses(movesApi.pickUp, 502)
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(
    within(await screen.findByRole('region', { name: 'Scan' })).getByLabelText('Scan with the camera'),
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Next: Box 7, from Freezer 2 › Rack B › A3')).toBeInTheDocument()
  seen.code = 'STO0000107'
  const place = await dialog.findByText('Freezer 2 › Rack B › A3', { exact: true })
  expect(place.parentElement).toHaveTextContent('It goes to Freezer 2 › Rack B › A3')
})

test('by the camera of the thumb bar: the box in hand, seen again, is no place, and the dialog says so', async () => {
  setWidth(390)
  const { seen } = fakeCamera()
  const step = aMoveStep({
    ...{ boxAlias: 'Box 7', boxId: 107, boxCode: 'STO0000107', to: rackB, state: 'picked-up' },
    ...{ pickedUpById: 'ada', pickedUpAt: '2026-11-20T08:00:00.000Z', pickedUpBy: 'Ada Lindqvist' },
  })
  serverAnswers(movesApi.get, { move: aMove({ steps: [step] }) })
  const confirmed = serverRefuses(movesApi.confirm, 502)
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'Scan Box 7 at its new place' }))
  const dialog = within(await screen.findByRole('dialog'))
  seen.code = ']Q1STO0000107'
  expect(await dialog.findByText('That is Box 7, which you hold. Scan its new place.')).toBeVisible()
  expect(confirmed).toEqual([])
  seen.code = ']Q1STO0000005'
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(confirmed[0]?.body).toMatchObject({ targetCode: 'STO0000005' }))
})

test('on a phone the plan says from where each box is taken', async () => {
  setWidth(390)
  emptyLab()
  serverAnswers(storageApi.get, { storage: aStorage() })
  serverAnswers(movesApi.plan, { plan: { ...emptyPlan, steps: [aMoveStep({ from: rackB })], boxes: 1 } })
  openAddress('/moves/new?storageId=1')
  expect(await screen.findByText(/^from Freezer 2 › Rack B › A3$/)).toBeVisible()
})

test('a move whose reply was lost is started as the same one', async () => {
  emptyLab()
  serverAnswers(storageApi.get, { storage: aStorage() })
  serverAnswers(movesApi.plan, { plan: { ...emptyPlan, steps: [aMoveStep()], boxes: 1 } })
  const lost = serverRefuses(movesApi.start, 502)
  const { user } = openAddress('/moves/new?storageId=1')
  for (const times of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: /^Start/ }))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

test.each(['12,5', '0', '101', 'half', ''])(
  "'%s' is no limit of filled boxes: no plan is made of it, and the field says why",
  async (typed) => {
    emptyLab()
    serverAnswers(storageApi.get, { storage: aStorage() })
    const plans = serverAnswers(movesApi.plan, { plan: emptyPlan })
    const { user } = openAddress('/moves/new?storageId=1')
    await user.click(await screen.findByRole('radio', { name: /^Consolidate/ }))
    const field = screen.getByRole('spinbutton', { name: 'Boxes filled below' })
    await waitFor(() => expect(plans.at(-1)?.body).toMatchObject({ goal: 'consolidate', belowPercent: 30 }))
    await user.clear(field)
    if (typed) await user.type(field, typed)
    expect(await screen.findByText('The plan is shown once the number is corrected.')).toBeVisible()
    await waitFor(() => expect(screen.getByText(/whole number|not a number/)).toBeVisible())

    await user.clear(field)
    await user.type(field, '12')
    await waitFor(() => expect(plans.at(-1)?.body).toMatchObject({ belowPercent: 12 }))
    const limits = plans.map(({ body }) => (body as PlanMoveBody).belowPercent)
    expect(limits.filter((limit) => ![undefined, 30, 1, 10, 12].includes(limit))).toEqual([])
  },
)

test('boxes and places scanned after the session has ended follow one another', async () => {
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  // The box was taken out with another phone: only the server knows who carries it.
  serverAnswers(movesApi.get, { move: aMove({ steps: [carriedStep] }) })
  openAddress(`/moves/${workId}`)
  await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' })

  act(clearToken)
  await screen.findByRole('button', { name: 'Sign in with Google' })
  expect(signedOutScanKeeper()?.({ raw: 'STO0000101' })).toMatch(/^That is Box 1, which you hold/)
  for (const raw of ['STO0000009', 'STO0000103', 'STO0000009'])
    expect(signedOutScanKeeper()?.({ raw })).toBeUndefined()
  const { scans } = JSON.parse(sessionStorage.getItem('lims.moves.ada') ?? '')
  expect(
    scans.map(({ boxCode, targetCode }: { boxCode: string; targetCode?: string }) => [boxCode, targetCode]),
  ).toEqual([
    ['STO0000103', 'STO0000009'],
    ['STO0000103', undefined],
    ['STO0000101', 'STO0000009'],
  ])
})

test('a box that is read twice after the session has ended is kept', async () => {
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep()] }) })
  openAddress(`/moves/${workId}`)
  await screen.findByRole('textbox', { name: 'Scan the box' })
  act(clearToken)
  await screen.findByRole('button', { name: 'Sign in with Google' })
  for (const _ of ['press', 'second press'])
    expect(signedOutScanKeeper()?.({ raw: 'STO0000101' })).toBeUndefined()
})

test('a box and a place are recognised by their names also if the scanner types as on another keyboard', async () => {
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  const { pickedUpAt: _, pickedUpById: __, ...planned } = carriedStep
  const to = carriedStep.to && { ...carriedStep.to, alias: 'Rack Y' }
  const steps = [aMoveStep({ ...planned, state: 'planned', boxAlias: 'Yeast 1', to })]
  serverAnswers(movesApi.get, { move: aMove({ steps }) })
  openAddress(`/moves/${workId}`)
  await screen.findByRole('textbox', { name: 'Scan the box' })

  act(clearToken)
  await screen.findByRole('button', { name: 'Sign in with Google' })
  signedOutScanKeeper()?.({ raw: 'Zeast1', physical: 'Yeast1' })
  signedOutScanKeeper()?.({ raw: 'RackZ', physical: 'RackY' })
  const { scans } = JSON.parse(sessionStorage.getItem('lims.moves.ada') ?? '')
  expect(scans).toMatchObject([{ boxCode: 'Yeast1', targetCode: 'RackY' }, { boxCode: 'Yeast1' }])
})

const scanOf = (id: string, scan: object) => ({
  id,
  readings: { raw: id },
  scannedAt: 1,
  settledAt: 9,
  moveId: workId,
  boxCode: 'STO0000101',
  ...scan,
})
const keepScans = (...scans: object[]) =>
  sessionStorage.setItem('lims.moves.ada', JSON.stringify({ scans, lastSettledId: 'last' }))

test('once a move is undone, no box is said to be at its new place', async () => {
  const progress = {
    state: 'confirmed',
    boxId: 101,
    boxAlias: 'Box 1',
    path: 'F2 › Rack A › A1',
    kind: 'box',
  }
  keepScans(scanOf('last', { targetCode: 'STO0000009', progress }))
  serverAnswers(movesApi.get, { move: aMove({ state: 'undone', steps: [aMoveStep({ state: 'left' })] }) })
  openAddress(`/moves/${workId}`)
  expect(await screen.findByText('Undone')).toBeVisible()
  expect(screen.queryByText(/Box 1 is at/)).toBeNull()
})

test.each([
  [aMoveStep({ state: 'picked-up', pickedUpAt: aMove().now }), 'Undone: Box 1 is not at its new place yet'],
  [aMoveStep({ state: 'planned' }), 'Undone: Box 1 has not been taken out'],
  [aMoveStep({ state: 'unfit' }), 'Undone: Box 1 has not been taken out'],
])('the undo of a step names its box', async (step, sentence) => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep({ state: 'confirmed' })] }) })
  serverAnswers(movesApi.undoStep, { success: true, step, moved: 0, boxes: 1 })
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'Undo last step' }))
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('a place that is read twice is no scan of the next box', async () => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [carriedStep] }) })
  serverAnswers(movesApi.confirm, () => new Promise(() => undefined))
  const { user } = openAddress(`/moves/${workId}`)
  const place = await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' })
  await user.type(place, 'STO0000009{Enter}STO0000009{Enter}')
  const { scans } = JSON.parse(sessionStorage.getItem('lims.moves.ada') ?? '')
  expect(scans).toMatchObject([{ boxCode: 'STO0000101', targetCode: 'STO0000009' }])
  expect(screen.getByRole('textbox', { name: 'Scan the box' })).toBeVisible()
})

test('a box that is taken out, or scanned at its new place without a reply, is not still in its freezer', async () => {
  const out = { state: 'picked-up' as const, pickedUpAt: '2026-11-20T08:00:00.000Z', pickedUpById: 'bo' }
  const steps = [
    aMoveStep({ boxId: 104, boxAlias: 'Box 4', boxCode: 'STO0000104', state: 'confirmed' }),
    aMoveStep({ boxId: 105, boxAlias: 'Box 5', boxCode: 'STO0000105', ...out, pickedUpBy: 'Bo Chen' }),
    carriedStep,
    aMoveStep({ boxId: 106, boxAlias: 'Box 6', boxCode: 'STO0000106' }),
  ]
  const source = { storageId: 1, alias: 'Freezer 1', type: 'FREEZER' as const }
  const sources = [{ ...source, boxesLeft: 3, boxIds: [105, 101, 106] }]
  serverAnswers(movesApi.get, { move: aMove({ boxes: 4, sources, steps }) })
  serverRefuses(movesApi.confirm, 503)
  const { user } = openAddress(`/moves/${workId}`)
  expect(await screen.findByText('1 of 4 boxes moved · 2 taken out · 1 still in Freezer 1')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Scan the new place of Box 1' }), 'STO0000009{Enter}')
  expect(await screen.findByText('2 of 4 boxes moved · 1 taken out · 1 still in Freezer 1')).toBeVisible()
})

test('after a box is at its new place a screen reader reads which box is next, and where it is', async () => {
  const next = aMoveStep({ boxId: 106, boxAlias: 'Box 6', boxCode: 'STO0000106', place: 2, from: rackB })
  serverAnswers(movesApi.get, { move: aMove({ steps: [carriedStep, next] }) })
  serverRefuses(movesApi.confirm, 503)
  const { user } = openAddress(`/moves/${workId}`)
  const place = await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' })
  const regions = screen.getAllByRole('status')
  await user.type(place, 'STO0000009{Enter}')
  await waitFor(() =>
    expect(regions.map(({ textContent }) => textContent)).toContain(
      'Next: Box 6, from Freezer 2 › Rack B › A3',
    ),
  )
})

test.each(['Close the move…', 'Undo the whole move…'])(
  'an Enter that is held too long does not confirm %s',
  async (item) => {
    serverAnswers(movesApi.get, { move: aMove() })
    const { user } = openAddress(`/moves/${workId}`)
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByText(item))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  },
)

test('a move is not closed while its scans are not sent', async () => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [carriedStep] }) })
  const closed = serverAnswers(movesApi.close, { success: true, move: aMove({ state: 'closed' }) })
  serverRefuses(movesApi.confirm, 503)
  const { user } = openAddress(`/moves/${workId}`)
  const place = await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' })
  await user.type(place, 'STO0000009{Enter}')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByText('Close the move…'))
  expect(await screen.findByText(/^1 scan is not sent yet, and would be refused/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(closed).toEqual([])
})

test('a move is not undone while its scans are not sent', async () => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [carriedStep] }) })
  serverRefuses(movesApi.confirm, 503)
  const { user } = openAddress(`/moves/${workId}`)
  const place = await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' })
  await user.type(place, 'STO0000009{Enter}')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByText('Undo the whole move…'))
  expect(await screen.findByText(/^1 scan is not sent yet, and would be refused/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a box that was refused after its move was closed is named once, with where it was put', async () => {
  const progress = { state: 'refused', reason: 'This move is closed: nothing more is moved by it.' }
  keepScans(
    scanOf('last', { scannedAt: 3, boxCode: 'STO0000102', progress }),
    scanOf('STO0000101 → STO0000009', { scannedAt: 2, targetCode: 'STO0000009', progress }),
    scanOf('STO0000101', { progress }),
  )
  serverAnswers(movesApi.get, { move: aMove({ state: 'closed', steps: [] }) })
  openAddress(`/moves/${workId}`)
  expect(await screen.findByText('1 earlier scan was refused')).toBeVisible()
  expect(screen.getByText('STO0000101 → STO0000009')).toBeVisible()
  const region = screen.getByText(progress.reason, { selector: 'div' }).closest('[role="status"]')
  expect(region).toHaveTextContent(/^!This move is closed: nothing more is moved by it\.$/)
})

test('a box whose pick-up the server fails at again and again is removed, and its place is sent', async () => {
  const failure = { state: 'unsent', reason: 'Something went wrong', isOwnFailure: true }
  keepScans(
    scanOf('its-place', { scannedAt: 2, targetCode: 'STO0000009', progress: failure }),
    scanOf('STO0000101', { failures: 3, progress: failure }),
  )
  serverAnswers(movesApi.get, { move: aMove({ steps: [carriedStep] }) })
  serverRefuses(movesApi.pickUp, 500, { code: 'internal', message: 'Something went wrong' })
  const step = { ...carriedStep, state: 'confirmed' as const }
  const confirmed = serverAnswers(movesApi.confirm, { success: true, step, moved: 1, boxes: 1 })
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'Remove…' }))
  expect(confirmed).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Remove the scan' }))
  await waitFor(() => expect(confirmed[0]?.body).toMatchObject({ targetCode: 'STO0000009' }))
})

test('a code that a viewer scans on an open move is said not to be taken', async () => {
  roleIs('viewer')
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep()] }) })
  openAddress(`/moves/${workId}`)
  await screen.findByText(/^You are not allowed to/)
  await scanUntilSaid('STO0000101', 'STO0000101 was scanned, but is not taken.')
})
