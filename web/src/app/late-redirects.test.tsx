import { movesApi } from '@lims/contract/moves.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { viewsApi } from '@lims/contract/views.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { aMove, aPickList } from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { untilReplied } from '../../test/open-requests.ts'
import { aSample } from '../../test/records.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { holdScreen } from '../../test/slow-screen.ts'
import { aStorage } from '../../test/storage-records.ts'

type App = ReturnType<typeof openAddress>

beforeEach(() => {
  emptyLab()
  signIn()
})

/** Leaves the page by `leave` while `saved` is not there yet and the next page is still loading. */
async function leaveBeforeReply(app: App, reply: () => void, leave: () => unknown) {
  const show = holdScreen(app.router, '/signed-in/batches')
  await leave()
  await waitFor(() => expect(app.place()).toMatch('/batches'))
  reply()
  await untilReplied()
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Batches' })).toBeVisible()
  await untilReplied()
  expect(app.place()).toMatch('/batches')
}

test('a move that starts late does not lead away from the page that was chosen in the meantime', async () => {
  serverAnswers(storageApi.get, { storage: aStorage() })
  const plan = { name: 'Evacuate', steps: [], freezers: [], boxes: 1, tubes: 0, notFitting: 0, warnings: [] }
  serverAnswers(movesApi.plan, { plan })
  serverAnswers(movesApi.get, { move: aMove() })
  const reply = Promise.withResolvers<{ success: true; move: ReturnType<typeof aMove> }>()
  const starts = serverAnswers(movesApi.start, () => reply.promise)
  const app = openAddress('/moves/new?storageId=1')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start moving' })).toBeEnabled())
  await app.user.click(screen.getByRole('button', { name: 'Start moving' }))
  await waitFor(() => expect(starts).toHaveLength(1))
  await leaveBeforeReply(
    app,
    () => reply.resolve({ success: true, move: aMove() }),
    () => app.user.click(screen.getByRole('link', { name: 'Batches' })),
  )
})

/** Opens the list of batches, and then another page, from which Back leads to it. */
async function openAfterBatches(address: string) {
  const app = openAddress('/batches')
  await screen.findByRole('heading', { level: 1, name: 'Batches' })
  await act(() => app.router.navigate({ href: address }))
  return { ...app, back: () => act(() => app.router.history.back()) }
}

test('a pick list that is created late does not lead away from the page to which Back led', async () => {
  const sample = aSample()
  serverAnswers(picksApi.list, { pickLists: [], totalPickLists: 0 })
  const found = [{ code: sample.alias, sample }]
  serverAnswers(sampleBulkApi.resolveCodes, { found, ambiguous: [], unknown: [] })
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  const reply = Promise.withResolvers<{ success: true; pickList: ReturnType<typeof aPickList> }>()
  const created = serverAnswers(picksApi.create, () => reply.promise)
  const { user, back, ...app } = await openAfterBatches('/picks')
  await user.click(await screen.findByRole('button', { name: 'New pick list…' }))
  await user.type(await screen.findByLabelText(/^Tube IDs/), sample.alias)
  await user.click(screen.getByRole('button', { name: 'Find samples' }))
  await user.click(await screen.findByRole('button', { name: 'Select 1 sample' }))
  await user.type(await screen.findByLabelText('Name'), 'C2N shipment')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create pick list' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Create pick list' }))
  await waitFor(() => expect(created).toHaveLength(1))
  await leaveBeforeReply(
    { user, ...app },
    () => reply.resolve({ success: true, pickList: aPickList() }),
    back,
  )
})

test('a view that is saved late does not lead away from the page to which Back led', async () => {
  serverAnswers(samplesApi.tree, { batches: [], samples: [], totalSamples: 0, totalIsExact: true })
  const view = {
    ...{ id: '7f9c24e8-3b1a-4d0e-9c55-0000000000aa', name: 'Passed', search: 'status=QC_PASS' },
    ...{ columns: null, isShared: false, isOwn: true, ownerName: 'Ada Lindqvist' },
  }
  const reply = Promise.withResolvers<{ success: true; view: typeof view }>()
  const saved = serverAnswers(viewsApi.save, () => reply.promise)
  const { user, back, ...app } = await openAfterBatches('/samples?status=QC_PASS')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  await user.type(await screen.findByLabelText('Name'), view.name)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  await leaveBeforeReply({ user, ...app }, () => reply.resolve({ success: true, view }), back)
})
