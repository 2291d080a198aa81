import { batchesApi } from '@lims/contract/batches.ts'
import { custodyApi } from '@lims/contract/custody-api.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aPickList, aReturnedTube, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { type RecordedRequest, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const never = () => new Promise<never>(() => {})
const pickList = aPickList()
const place = { storageId: 3, location: 'B4', path: 'Box 03 › B4', rowCoordinate: 2, columnCoordinate: 4 }

/** The tubes T0000001 and T0000002 are NB-1 and NB-2, and their scans leave the events 1 and 2. */
const tubeOf = (code: string) => {
  const serial = Number(code.slice(1))
  return {
    id: `01a21812-3a64-7be5-a697-00000000000${serial}`,
    name: `NB-${serial}`,
    alias: code,
    eventId: serial,
  }
}
const bodyOf = <T,>({ body }: RecordedRequest) => body as T

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.receive, (request) => ({
    success: true as const,
    sample: aReceivedSample(tubeOf(bodyOf<{ identifier: string }>(request).identifier)),
  }))
  serverAnswers(custodyApi.checkOut, (request) => {
    const { eventId, ...tube } = tubeOf(bodyOf<{ identifiers: string[] }>(request).identifiers[0] ?? '')
    const checkedOut = { ...aReturnedTube({ ...tube, place }), eventId }
    return {
      success: true as const,
      tubes: [{ ...checkedOut, isThawCounted: false, needsConfirmation: false }],
    }
  })
  serverAnswers(picksApi.get, { pickList, items: [], boxes: [], doors: 0 })
  serverAnswers(picksApi.pick, (request) => {
    const { id: sampleId, name, alias: tubeId, eventId } = tubeOf(bodyOf<{ code: string }>(request).code)
    const item = { sampleId, name, tubeId, state: 'picked' as const, eventId }
    return { success: true as const, outcome: 'picked' as const, pickList, item, note: '' }
  })
})

/**
 * The pages whose scans can be undone, the replies of an undo, the title of the card of a scan, and the counts of one.
 */
const pages = {
  receive: {
    address: '/receive',
    undo: samplesApi.undoStatus,
    refetch: batchesApi.get,
    reply: { success: true as const, count: 1 },
    card: 'Last Received Sample',
    counts: '1 received · 0 refused',
  },
  custody: {
    address: '/custody',
    undo: custodyApi.undo,
    refetch: custodyApi.list,
    reply: { success: true as const, count: 1 },
    card: 'Checked out',
    counts: '1 checked out · 0 returned',
  },
  picks: {
    address: `/picks/${workId}`,
    undo: picksApi.undoPick,
    refetch: picksApi.get,
    reply: {
      success: true as const,
      pickList,
      item: { sampleId: tubeOf('T0000001').id, name: 'NB-1', tubeId: 'T0000001', state: 'wanted' as const },
    },
    card: '',
    counts: undefined,
  },
}

type Page = (typeof pages)[keyof typeof pages]

/** Waits until the card of the last scan shows a text. */
const cardShows = (text: string) =>
  waitFor(() => {
    const texts = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(texts).toContainEqual(expect.stringMatching(text))
  })

async function open(page: Page) {
  const { address } = page
  const { user } = openAddress(address)
  const purpose = address === '/custody' && (await screen.findByLabelText(/^Purpose/))
  if (purpose) await user.type(purpose, 'PCR')
  const field = await screen.findByRole('textbox', { name: /^Scan (or enter|the|a)/ })
  const type = async (code: string) => {
    // Without a click, so that a pointer may be pressed.
    act(() => field.focus())
    await user.keyboard(`${code}{Enter}`)
  }
  return {
    user,
    type,
    scan: async (code: string) => {
      await type(code)
      await cardShows(`${page.card}${tubeOf(code).name}`)
    },
    undo: () => fireEvent.keyDown(field, { key: 'z', ctrlKey: true }),
    heldUndo: () => fireEvent.keyDown(field, { key: 'z', ctrlKey: true, repeat: true }),
  }
}

const eventIdsOf = (requests: readonly RecordedRequest[]) =>
  requests.map((request) => {
    const { eventIds, eventId } = bodyOf<{ eventIds?: number[]; eventId?: number }>(request)
    return eventIds ?? [eventId]
  })

test.each(['receive', 'custody'] as const)(
  '%s: the second undo is that of the scan before, also while the page is fetched again after the first',
  async (name) => {
    const page = pages[name]
    const undone = serverAnswers(page.undo, page.reply as never)
    const { scan, undo } = await open(page)
    await scan('T0000001')
    await scan('T0000002')
    serverAnswers(page.refetch, never)
    undo()
    expect(await screen.findByText('The change was undone')).toBeVisible()
    undo()
    await waitFor(() => expect(eventIdsOf(undone)).toEqual([[2], [1]]))
  },
)

test.each(['receive', 'custody', 'picks'] as const)(
  '%s: what is scanned before an undo has its reply stays the last scan, with its Undo',
  async (name) => {
    const page = pages[name]
    const reply = Promise.withResolvers<void>()
    const undone = serverAnswers(page.undo, async () => {
      await reply.promise
      return page.reply as never
    })
    const { user, scan, undo } = await open(page)
    await scan('T0000001')
    undo()
    await waitFor(() => expect(undone).toHaveLength(1))
    await scan('T0000002')
    const refetched = serverAnswers(page.refetch, never)
    reply.resolve()
    await waitFor(() => expect(refetched.length).toBeGreaterThan(0))
    if (page.counts) expect(await screen.findByText(page.counts)).toBeVisible()

    await cardShows(`${page.card}NB-2`)
    await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement)
    await waitFor(() => expect(eventIdsOf(undone)).toEqual([[1], [2]]))
  },
)

test.each([
  ['receive', samplesApi.receive, 'Not received', 'Receipt undoneNB-1'],
  ['custody', custodyApi.checkOut, 'Not checked out', 'UndoneNB-1'],
  ['picks', picksApi.pick, 'Not picked', 'NB-1 put back on the list'],
] as const)(
  '%s: an undo is shown also if its tube was scanned again before its reply, and refused',
  async (name, endpoint, refused, undone) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const page = pages[name]
    const reply = Promise.withResolvers<void>()
    const undos = serverAnswers(page.undo, async () => {
      await reply.promise
      return page.reply as never
    })
    const { type, scan, undo } = await open(page)
    await scan('T0000001')
    undo()
    await waitFor(() => expect(undos).toHaveLength(1))
    // Within a second it would be the same scan.
    vi.setSystemTime(Date.now() + 1200)
    serverRefuses(endpoint, 409, { code: 'already-picked', message: 'That was done already.' })
    await type('T0000001')
    await cardShows(refused)
    reply.resolve()
    await cardShows(undone)
    expect(screen.queryByText(new RegExp(`^${refused}`))).toBeNull()
  },
)

test.each(['receive', 'custody', 'picks'] as const)(
  '%s: a press of Undo that began on the card of another scan undoes nothing',
  async (name) => {
    const page = pages[name]
    const undone = serverAnswers(page.undo, page.reply as never)
    const { user, scan } = await open(page)
    await scan('T0000001')
    const [button] = await screen.findAllByRole('button', { name: 'Undo' })
    await user.pointer({ keys: '[MouseLeft>]', target: button as HTMLElement })
    await scan('T0000002')
    const [next] = await screen.findAllByRole('button', { name: 'Undo' })
    await user.pointer({ keys: '[/MouseLeft]', target: next as HTMLElement })
    await scan('T0000003')
    expect(undone).toEqual([])
  },
)

test('while roles are on, the question for the reason of an undo names the tube', async () => {
  roleIs('bench')
  const page = pages.receive
  serverAnswers(page.undo, page.reply as never)
  const { scan, undo } = await open(page)
  await scan('T0000001')
  await untilReplied()
  undo()
  expect(await screen.findByRole('dialog')).toHaveTextContent('Undo the receipt of NB-1?')
})

test('a held Ctrl+Z undoes one scan', async () => {
  const page = pages.receive
  const undone = serverAnswers(page.undo, page.reply as never)
  const { scan, undo, heldUndo } = await open(page)
  await scan('T0000001')
  await scan('T0000002')
  undo()
  expect(await screen.findByText('Receipt undone')).toBeVisible()
  heldUndo()
  await scan('T0000003')
  expect(eventIdsOf(undone)).toEqual([[2]])
})
