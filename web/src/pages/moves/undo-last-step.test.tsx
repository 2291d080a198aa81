import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { type MoveStep, movesApi } from '@lims/contract/moves.ts'
import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Edits } from '../../../test/edits.tsx'
import { aMove, aMoveStep, carriedStep, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverAnswers, serverLosesReplies, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { undoLatest } from '../../ui/use-undo-notice.tsx'

beforeEach(() => void signIn())

/** Opens a move whose one box is scanned to its place. `beforeUndo` holds up the reply to an undo. Returns its scans. */
async function placeBox(beforeUndo?: Promise<void>) {
  let step: MoveStep = carriedStep
  serverAnswers(movesApi.get, () => ({ move: aMove({ steps: [step] }) }))
  serverAnswers(movesApi.undoStep, async () => {
    await beforeUndo
    step = carriedStep
    return { success: true as const, step, moved: 0, boxes: 1 }
  })
  const confirmed = serverAnswers(movesApi.confirm, () => {
    step = { ...carriedStep, state: 'confirmed' }
    return { success: true as const, step, moved: 1, boxes: 1 }
  })
  const { user } = openAddress(`/moves/${workId}`)
  const place = await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' })
  await user.type(place, 'STO0000009{Enter}')
  expect(await screen.findByText(/^Box 1 is at/)).toBeVisible()
  return { user, confirmed }
}

test('the same place can be scanned at once after an undo, also before the reply to it comes', async () => {
  const undone = Promise.withResolvers<void>()
  const { user, confirmed } = await placeBox(undone.promise)
  await user.click(screen.getByRole('button', { name: 'Undo last step' }))
  await user.type(await screen.findByRole('textbox', { name: /^Scan the new place/ }), 'STO0000009{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Scan the box' })).toBeVisible()
  expect(confirmed).toHaveLength(1)
  undone.resolve()
  await waitFor(() => expect(confirmed).toHaveLength(2))
  expect(confirmed[1]?.body).toMatchObject({ boxCode: 'STO0000101', targetCode: 'STO0000009' })
  expect(await screen.findByText(/^Box 1 is at/)).toBeVisible()
})

test('the same place can be scanned between the reply to an undo and the next drawing of the page', async () => {
  const { user, confirmed } = await placeBox()
  notifyManager.setScheduler(() => undefined)
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler))
  await user.click(screen.getByRole('button', { name: 'Undo last step' }))
  await waitFor(() => expect(sessionStorage.getItem('lims.moves.ada')).not.toContain('"undo"'))
  await user.type(screen.getByRole('textbox', { name: /^Scan/ }), 'STO0000009{Enter}')
  await waitFor(() => expect(confirmed).toHaveLength(2))
})

test('a box is in hand no more from the reply to its place on, not only when the move is fetched again', async () => {
  let isConfirmed = false
  serverAnswers(movesApi.get, () =>
    isConfirmed ? new Promise(() => undefined) : { move: aMove({ steps: [carriedStep] }) },
  )
  serverAnswers(movesApi.confirm, () => {
    isConfirmed = true
    const step = { ...carriedStep, state: 'confirmed' as const }
    return { success: true as const, step, moved: 1, boxes: 1 }
  })
  serverAnswers(movesApi.undoStep, { success: true, step: carriedStep, moved: 0, boxes: 1 })
  const { user } = openAddress(`/moves/${workId}`)
  await user.type(
    await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' }),
    'STO0000009{Enter}',
  )
  expect(await screen.findByText(/^Box 1 is at/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Scan the box' })).toBeVisible()
  expect(screen.queryByText('Box 1 out of the cold')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo last step' }))
  expect(await screen.findByText('Box 1 out of the cold')).toBeVisible()
})

test('a move that was read before the reply to a place does not bring the box back into the hand', async () => {
  const steps = [carriedStep, aMoveStep({ boxId: 102, boxAlias: 'Box 2', boxCode: 'STO0000102' })]
  const before = { move: aMove({ steps }) }
  const readBefore = Promise.withResolvers<typeof before>()
  let numReads = 0
  serverAnswers(movesApi.get, () => (numReads++ === 0 ? before : readBefore.promise))
  serverAnswers(movesApi.pickUp, () => new Promise(() => undefined))
  const reply = Promise.withResolvers<ReplyOf<typeof movesApi.confirm>>()
  serverAnswers(movesApi.confirm, () => reply.promise)
  const { streams } = serverStreams()
  const { user } = openAddress(`/moves/${workId}`)
  await user.type(
    await screen.findByRole('textbox', { name: 'Scan the new place of Box 1' }),
    'STO0000009{Enter}',
  )
  await user.type(await screen.findByRole('textbox', { name: 'Scan the box' }), 'STO0000102{Enter}')
  await waitFor(() => expect(streams).not.toHaveLength(0))
  act(() => streams.at(-1)?.say('data: {"freezerWork":true}\n\n'))
  await waitFor(() => expect(numReads).toBe(2))
  reply.resolve({ success: true, step: { ...carriedStep, state: 'confirmed' }, moved: 1, boxes: 2 })
  expect(await screen.findByText(/^Box 1 is at/)).toBeVisible()
  await act(async () => readBefore.resolve(before))
  await user.type(screen.getByRole('textbox', { name: 'Scan the new place of Box 2' }), 'STO0000009{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Scan the box' })).toBeVisible()
  expect(screen.queryByText('Box 1 out of the cold')).toBeNull()
})

test('Ctrl+Z in the scan field and the user menu undo the last step', async () => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep({ state: 'confirmed' })] }) })
  const step = aMoveStep({ pickedUpAt: null })
  const undone = serverAnswers(movesApi.undoStep, { success: true, step, moved: 0, boxes: 1 })
  const { user } = openAddress(`/moves/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: 'Scan the box' }), '{Control>}z{/Control}')
  expect(await screen.findByText(/^Undone: Box 1/)).toBeVisible()
  act(() => void undoLatest())
  await waitFor(() => expect(undone).toHaveLength(2))
})

test('steps are undone one after the other, and no older action of another page', async () => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep({ state: 'confirmed' })] }) })
  const step = aMoveStep({ pickedUpAt: null })
  const undone = serverAnswers(movesApi.undoStep, { success: true, step, moved: 0, boxes: 1 })
  const undoEdit = vi.fn(async () => true)
  openScreen(<Edits undo={undoEdit} />)
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('NB-7 edited')).toBeNull())
  await user.type(await screen.findByRole('textbox', { name: 'Scan the box' }), '{Control>}z{/Control}')
  expect(await screen.findByText(/^Undone: Box 1/)).toBeVisible()
  act(() => void undoLatest())
  await waitFor(() => expect(undone).toHaveLength(2))
  expect(screen.queryByText('NB-7 edited')).toBeNull()
  expect(undoEdit).not.toHaveBeenCalled()
})

test('once no step of a move is left to undo, the older action of another page is', async () => {
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep()] }) })
  const refused = serverRefuses(movesApi.undoStep, 409, {
    code: 'move-undo-impossible',
    message: 'You have nothing to undo.',
  })
  openScreen(<Edits undo={async () => true} />)
  const { user } = openAddress(`/moves/${workId}`)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('NB-7 edited')).toBeNull())
  await user.type(await screen.findByRole('textbox', { name: 'Scan the box' }), '{Control>}z{/Control}')
  expect(await screen.findByText('You have nothing to undo.')).toBeVisible()
  act(() => void undoLatest())
  expect(await screen.findByText('NB-7 edited')).toBeVisible()
  expect(refused).toHaveLength(1)
})

test('of a double click on Undo last step one undo is sent, and said once', async () => {
  // All happens at the same moment.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const step = aMoveStep({ state: 'confirmed', pickedUpAt: null })
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep({ state: 'confirmed' })] }) })
  const undone = serverAnswers(movesApi.undoStep, { success: true, step, moved: 0, boxes: 1 })
  const picked = { ...step, boxId: 102, state: 'picked-up' as const }
  serverAnswers(movesApi.pickUp, { success: true, step: picked, moved: 1, boxes: 2 })
  const { user } = openAddress(`/moves/${workId}`)
  const undo = await screen.findByRole('button', { name: 'Undo last step' })
  act(() => {
    undo.click()
    undo.click()
  })
  const said = /^Undone: Box 1/
  await screen.findAllByText(said)
  await waitFor(() => expect(undo).not.toHaveClass('ant-btn-loading'))
  act(() => undo.click())
  await user.type(screen.getByRole('textbox', { name: 'Scan the box' }), 'STO0000102{Enter}')
  await waitFor(() => expect(sessionStorage.getItem('lims.moves.ada')).toContain('"picked-up"'))
  expect(undone).toHaveLength(1)
  expect(screen.getAllByText(said)).toHaveLength(1)
  vi.setSystemTime(Date.now() + 500)
  act(() => undo.click())
  await waitFor(() => expect(undone).toHaveLength(2))
})

test('an undo whose reply was lost is repeated as the same one, until something is scanned', async () => {
  const other = aMoveStep({ boxId: 102, boxAlias: 'Box 2', boxCode: 'STO0000102' })
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep(), other] }) })
  const pickedUp = { ...other, state: 'picked-up' as const }
  serverAnswers(movesApi.pickUp, { success: true, step: pickedUp, moved: 0, boxes: 2 })
  const undone = serverLosesReplies(movesApi.undoStep)
  const keyOf = (index: number) => undone[index]?.headers.get('idempotency-key')
  const { user } = openAddress(`/moves/${workId}`)
  const undo = await screen.findByRole('button', { name: 'Undo last step' })
  await user.click(undo)
  expect(await screen.findByText(/trying again is safe/)).toBeVisible()
  await user.click(undo)
  await waitFor(() => expect(undone).toHaveLength(2))
  expect(keyOf(0)).toMatch(/\d/)
  expect(keyOf(1)).toBe(keyOf(0))
  await user.type(screen.getByRole('textbox', { name: 'Scan the box' }), 'STO0000102{Enter}')
  await waitFor(() => expect(sessionStorage.getItem('lims.moves.ada')).toContain('"picked-up"'))
  await user.click(screen.getByRole('button', { name: 'Undo last step' }))
  await waitFor(() => expect(undone).toHaveLength(3))
  expect(keyOf(2)).not.toBe(keyOf(0))
})

test('Undo last step undoes nothing while the newest scan of the move has no reply', async () => {
  let step = carriedStep
  const other = aMoveStep({ boxId: 102, boxAlias: 'Box 2' })
  serverAnswers(movesApi.get, () => ({ move: aMove({ steps: [step, other] }) }))
  const undone = serverAnswers(movesApi.undoStep, () => new Promise(() => undefined))
  serverAnswers(movesApi.confirm, () => {
    step = { ...carriedStep, state: 'confirmed' as const }
    return { success: true as const, step, moved: 1, boxes: 2 }
  })
  serverAnswers(movesApi.pickUp, () => new Promise(() => undefined))
  const { user } = openAddress(`/moves/${workId}`)
  await user.type(await screen.findByRole('textbox', { name: /^Scan the new place/ }), 'STO0000009{Enter}')
  expect(await screen.findByText(/^Box 1 is at/)).toBeVisible()
  await user.type(await screen.findByRole('textbox', { name: 'Scan the box' }), 'STO0000102{Enter}')
  const held = await screen.findByRole('textbox', { name: /^Scan the new place/ })
  await user.click(screen.getByRole('button', { name: 'Undo last step' }))
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(undone).toEqual([])
  expect(held).toBeVisible()
})
