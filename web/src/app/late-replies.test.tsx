import { custodyApi } from '@lims/contract/custody-api.ts'
import { type Deletion, deletionsApi } from '@lims/contract/deletions.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { type ErrorReply, errorTexts } from '@lims/contract/errors.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { aStockTake } from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { untilReplied } from '../../test/open-requests.ts'
import { aCustodyEvent, aSample } from '../../test/records.ts'
import { server, serverAnswers, serverRefuses } from '../../test/server.ts'
import { sendersOf, signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'

beforeEach(emptyLab)

const notSignedIn = errorTexts.notSignedIn
const putBackIntoUse = aCustodyEvent({ via: 'set', from: 'DEPLETED', to: 'AVAILABLE' })

async function signInAsBo() {
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await screen.findByRole('button', { name: 'Account of Bo Chen' })
}

/** Refuses the call when the returned `refuse` is called. */
function refusesLate(endpoint: Endpoint, refusal: ErrorReply) {
  const late = Promise.withResolvers<void>()
  let isSent = false
  server.use(
    http.post(`*/api${endpoint.path}`, async () => {
      isSent = true
      await late.promise
      return HttpResponse.json(refusal, { status: 409 })
    }),
  )
  return {
    untilSent: () => waitFor(() => expect(isSent).toBe(true)),
    async refuse() {
      late.resolve()
      await untilReplied()
    },
  }
}

test.each([false, true])(
  'a deletion whose reply comes when the next person is signed in is not theirs to undo, and leads them nowhere (strict mode: %s)',
  async (isStrict) => {
    signIn()
    serverAnswers(samplesApi.get, { sample: aSample() })
    const reply = Promise.withResolvers<{ success: true; deletionId: string; numSamples: number }>()
    const requests = serverAnswers(samplesApi.delete, () => reply.promise)
    const { user, place } = openAddress(`/samples/${aSample().id}`, { isStrict })
    await user.click(await screen.findByLabelText(`Delete ${aSample().name}`))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(requests).toHaveLength(1))

    act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
    await screen.findByRole('button', { name: 'Account of Bo Chen' })
    const fetched = serverAnswers(samplesApi.get, { sample: aSample() })
    await act(async () => reply.resolve({ success: true, deletionId: crypto.randomUUID(), numSamples: 1 }))
    // All of the page is fetched again after the reply.
    await waitFor(() => expect(fetched).not.toEqual([]))
    expect(place()).toBe(`/samples/${aSample().id}`)
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('There is nothing to undo.')).toBeVisible()
    expect(screen.queryByText(`${aSample().name} deleted`)).toBeNull()
  },
)

const aDeletion = (name: string): Deletion => ({
  deletionId: crypto.randomUUID(),
  entityType: 'sample',
  name,
  alias: 'T0001230',
  storageType: null,
  numSamples: 1,
  deletedAt: '2026-11-20T14:02:00.000Z',
  deletedByName: 'Ada Lindqvist',
})

/** Ada undoes two deletions. The second waits until `reply` answers the first. */
async function undoTwice() {
  signIn()
  const deletions = ['NB-1', 'NB-2'].map(aDeletion)
  serverAnswers(deletionsApi.list, { deletions, totalDeletions: 2 })
  const first = Promise.withResolvers<{ success: true; numSamples: number }>()
  const requests = serverAnswers(deletionsApi.undo, () => first.promise)
  const { user } = openAddress('/recently-deleted')
  await user.click(await screen.findByRole('button', { name: 'Restore NB-1' }))
  await user.click(await screen.findByRole('button', { name: 'Restore NB-2' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  return { requests, reply: () => act(async () => first.resolve({ success: true, numSamples: 1 })) }
}

test('an undo that waits for the one before is sent in the name of the person who pressed it, not of the next one', async () => {
  const { requests, reply } = await undoTwice()
  await signInAsBo()
  await reply()
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(sendersOf(requests)).toEqual(['ada', 'ada'])
})

test('an undo of a person who has logged out is not done, and the next one stays signed in', async () => {
  const { reply } = await undoTwice()
  await signInAsBo()
  const refused = serverRefuses(deletionsApi.undo, 401, { code: 'not-signed-in', message: notSignedIn })
  await reply()
  await waitFor(() => expect(sendersOf(refused)).toEqual(['ada']))
  expect(await screen.findByText('The deletion could not be undone')).toBeVisible()
  expect(screen.getByText('Ada Lindqvist is not signed in any more')).toBeVisible()
  expect(screen.queryByText(notSignedIn)).toBeNull()
  expect(screen.getByRole('button', { name: 'Account of Bo Chen' })).toBeVisible()
})

test.each(['Ada', 'Bo'])(
  'what a refused undo of a deletion offers comes only to the person who made it: %s is there',
  async (who) => {
    signIn()
    serverAnswers(samplesApi.get, { sample: aSample() })
    serverAnswers(samplesApi.delete, { success: true, deletionId: crypto.randomUUID(), numSamples: 1 })
    const { user } = openAddress(`/samples/${aSample().id}`)
    await user.click(await screen.findByLabelText(`Delete ${aSample().name}`))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    const undo = refusesLate(deletionsApi.undo, { code: 'cell-taken', message: 'Another tube is in B3.' })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await undo.untilSent()
    if (who === 'Bo') await signInAsBo()
    await undo.refuse()
    const offer = { name: 'Bring it back without its place' }
    if (who === 'Ada') expect(await screen.findByRole('button', offer)).toBeVisible()
    else expect(screen.queryByRole('button', offer)).toBeNull()
  },
)

test.each(['Ada', 'Bo'])(
  'what a refused undo of a deletion offers stays only for the person who made it: %s is there',
  async (who) => {
    signIn()
    serverAnswers(deletionsApi.list, { deletions: [aDeletion('NB-1')], totalDeletions: 1 })
    serverRefuses(deletionsApi.undo, 409, { code: 'cell-taken', message: 'Another tube is in B3.' })
    const { user } = openAddress('/recently-deleted')
    await user.click(await screen.findByRole('button', { name: 'Restore NB-1' }))
    const offer = { name: 'Bring it back without its place' }
    await screen.findByRole('button', offer)
    if (who === 'Bo') await signInAsBo()
    else act(() => void signIn({ jti: 'session-2' }))
    if (who === 'Ada') expect(screen.getByRole('button', offer)).toBeVisible()
    else await waitFor(() => expect(screen.queryByRole('button', offer)).toBeNull())
  },
)

test.each(['Ada', 'Bo'])(
  'the question of a refused undo of custody comes only to the person who made it: %s is there',
  async (who) => {
    signIn()
    serverAnswers(samplesApi.get, { sample: aSample() })
    serverAnswers(custodyApi.history, { events: [putBackIntoUse], thawLimit: null })
    const { user } = openAddress(`/samples/${aSample().id}`)
    const undo = refusesLate(custodyApi.undo, {
      code: 'undo-frees-cells',
      message: 'NB-1 is in B3 of Box 1.',
    })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await undo.untilSent()
    if (who === 'Bo') await signInAsBo()
    await undo.refuse()
    const question = { name: /^Take out of storage/ }
    if (who === 'Ada') expect(await screen.findByRole('dialog', question)).toBeVisible()
    else expect(screen.queryByRole('dialog', question)).toBeNull()
  },
)

test('a stock-take that starts late leads only the person who has started it to its page', async () => {
  signIn()
  serverAnswers(storageApi.get, { storage: aStorage({ id: 1, alias: 'Freezer 1', type: 'FREEZER' }) })
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [] })
  const reply = Promise.withResolvers<{ success: true; stockTake: ReturnType<typeof aStockTake> }>()
  const starts = serverAnswers(stockTakesApi.start, () => reply.promise)
  const { user, place } = openAddress('/stock-takes?storageId=1')
  await user.click(await screen.findByRole('button', { name: 'Start stock-take' }))
  await waitFor(() => expect(starts).toHaveLength(1))
  await signInAsBo()
  await screen.findByRole('button', { name: 'Start stock-take' })
  reply.resolve({ success: true, stockTake: aStockTake() })
  await untilReplied()
  expect(place()).toBe('/stock-takes?storageId=1')
  expect(screen.queryByText('Stock-take of Freezer 1 started')).toBeNull()
})

test.each(['Ada', 'Bo'])(
  'why a change was refused late is shown only to the person who made it: %s is there',
  async (who) => {
    signIn()
    serverAnswers(samplesApi.get, { sample: aSample() })
    const { user } = openAddress(`/samples/${aSample().id}`)
    const deletion = refusesLate(samplesApi.delete, {
      code: 'sample-has-children',
      message: 'NB-1 has children.',
    })
    await user.click(await screen.findByLabelText(`Delete ${aSample().name}`))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await deletion.untilSent()
    if (who === 'Bo') await signInAsBo()
    await deletion.refuse()
    if (who === 'Ada') expect(await screen.findByText('NB-1 has children.')).toBeVisible()
    else expect(screen.queryByText('NB-1 has children.')).toBeNull()
  },
)

test.each(['Ada', 'Bo'])(
  'a late success is shown only to the person who made the change: %s is there',
  async (who) => {
    signIn()
    serverAnswers(deletionsApi.list, { deletions: [aDeletion('NB-1')], totalDeletions: 1 })
    const reply = Promise.withResolvers<{ success: true; numSamples: number }>()
    const requests = serverAnswers(deletionsApi.undo, () => reply.promise)
    const { user } = openAddress('/recently-deleted')
    await user.click(await screen.findByRole('button', { name: 'Restore NB-1' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    if (who === 'Bo') await signInAsBo()
    else act(() => void signIn({ jti: 'session-2' }))
    const fetched = serverAnswers(deletionsApi.list, { deletions: [], totalDeletions: 0 })
    await act(async () => reply.resolve({ success: true, numSamples: 1 }))
    await waitFor(() => expect(fetched).not.toEqual([]))
    if (who === 'Ada') expect(await screen.findByText(/NB-1.* is back$/)).toBeVisible()
    else expect(screen.queryByText(/NB-1.* is back$/)).toBeNull()
  },
)
