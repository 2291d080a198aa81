import { batchesApi } from '@lims/contract/batches.ts'
import { healthApi } from '@lims/contract/health.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Modal } from 'antd'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample, aSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { scannerKeys, typeInto } from '../../../test/scanner-keys.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { ReceiveScreen } from './receive-screen.tsx'

const identifier = () => screen.getByLabelText('Scan or enter identifier')
const notes = () => screen.getByLabelText('Notes (optional), saved with every tube until cleared')
/** The problem, and the last receipt. */
const result = () => screen.getAllByRole('status')[0]?.parentElement as HTMLElement
const session = () => within(screen.getByRole('list', { name: 'Scans of this session' }))
const received = { success: true as const, sample: aReceivedSample() }

beforeEach(() => {
  serverAnswers(batchesApi.get, { batch: aBatch({ byStatus: { UNKNOWN: 10, COLLECTED: 3, RECEIVED: 17 } }) })
})

async function open() {
  const user = openScreen(<ReceiveScreen />)
  await screen.findByLabelText('Scan or enter identifier')
  return user
}

/** Lets 3 seconds pass, after which the page polls the server. */
async function poll(requests: readonly unknown[]) {
  const before = requests.length
  vi.advanceTimersByTime(3000)
  await waitFor(() => expect(requests.length).toBeGreaterThan(before))
}

type Typing = { ends: ('Enter' | 'Tab')[]; gapMs?: number }

/**
 * Types a code and the keys that end it, `gapMs` apart by the clock of the events. Returns whether the last key has its
 * usual effect, such as that of Tab.
 */
function typeKeys(code: string, { ends, gapMs }: Typing) {
  const keys = scannerKeys(identifier(), gapMs)
  for (let length = 1; length <= code.length; length += 1) {
    keys.character(code.charAt(length - 1))
    fireEvent.change(identifier(), { target: { value: code.slice(0, length) } })
  }
  return ends.map((key) => keys.press({ key })).at(-1)
}
/** Types as a scanner does. */
const scan = (code: string, ...ends: Typing['ends']) => typeKeys(code, { ends })

test('RECV-01 RECV-03 RECV-04 RECV-05 Enter receives the sample and the field is free for the next', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  const user = await open()
  expect(identifier()).toHaveFocus()

  await user.keyboard('t0001230{Enter}')

  expect(identifier()).toHaveValue('')
  expect(await within(result()).findByText('Last Received Sample')).toBeVisible()
  for (const text of ['NB-P004-EDTA-2', aReceivedSample().id, 'RECEIVED', 'T0001230']) {
    expect(within(result()).getByText(text)).toBeVisible()
  }
  expect(identifier()).toHaveFocus()
  expect(requests[0]?.body).toMatchObject({ identifier: 't0001230', notes: '' })
})

test('the card of a receipt names the subject, and the browser does not store it', async () => {
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ subjectId: 'S-1001' }) })
  const user = await open()
  await user.keyboard('T0001230{Enter}')
  expect(await within(result()).findByText(/subject S-1001/)).toBeVisible()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('S-1001')

  serverAnswers(samplesApi.receive, {
    success: true,
    sample: aReceivedSample({ id: crypto.randomUUID(), name: 'NB-P005-EDTA-1' }),
  })
  await user.keyboard('T0001231{Enter}')
  expect(await within(result()).findByText('NB-P005-EDTA-1')).toBeVisible()
  expect(screen.queryByText(/S-1001/)).toBeNull()
})

test('RECV-02 a code that is scanned into the notes is received, and the notes stay as they were', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(notes(), 'on dry ice')
  typeInto(notes(), 'T0001230')
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ identifier: 'T0001230', notes: 'on dry ice' }),
  )
  expect(notes()).toHaveValue('on dry ice')
  expect(identifier()).toHaveFocus()
})

test('RECV-03 the second Enter of a scanner that began in the notes is no empty scan', async () => {
  serverAnswers(samplesApi.receive, received)
  await open()
  const scanner = typeInto(notes(), 'T0001230')
  scanner.press({ key: 'Enter' }, identifier())
  await within(result()).findByText('Last Received Sample')
  expect(identifier()).toBeValid()
})

test('RECV-04 the Receive button returns the focus to the field', async () => {
  serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(identifier(), 'T0001230')
  await user.click(screen.getByRole('button', { name: 'Receive' }))
  await within(result()).findByText('Last Received Sample')
  expect(identifier()).toHaveFocus()
})

test('RECV-06 shows which samples can be received', async () => {
  await open()
  expect(
    screen.getByText(
      'Only samples with status UNKNOWN or COLLECTED can be received. The sample will be updated to RECEIVED status.',
    ),
  ).toBeVisible()
})

test('VALID-23 asks for an identifier', async () => {
  const user = await open()
  await user.type(identifier(), '  {Enter}')
  expect(screen.getByText('Please scan or enter a sample identifier')).toBeVisible()
  await user.type(identifier(), 'T')
  expect(screen.queryByText('Please scan or enter a sample identifier')).not.toBeInTheDocument()
})

test('a second Enter after a scanned code does not ask for an identifier', async () => {
  serverAnswers(samplesApi.receive, received)
  await open()
  scan('T0001230', 'Enter', 'Enter')
  await within(result()).findByText('Last Received Sample')
  expect(screen.queryByText('Please scan or enter a sample identifier')).not.toBeInTheDocument()
})

test('Tab ends the code of a scanner', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  await open()
  const leavesField = scan('T0001230', 'Tab')
  expect(leavesField).toBe(false)
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('Tab pressed by a person moves on and sends nothing', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  await open()
  expect(typeKeys('T0001230', { ends: ['Tab'], gapMs: 90 })).toBe(true)
  expect(identifier()).toHaveValue('T0001230')
  expect(requests).toEqual([])
})

test('RECV-01 scans that come faster than replies are all received, in their order', async () => {
  const replies: (() => void)[] = []
  const requests = serverAnswers(samplesApi.receive, async () => {
    await new Promise<void>((resolve) => replies.push(resolve))
    return received
  })
  await open()
  for (const code of ['T0001', 'T0002', 'T0003']) scan(code, 'Enter')
  expect(identifier()).toBeEnabled()
  expect(session().getAllByRole('listitem')).toHaveLength(3)

  for (const count of [1, 2, 3]) {
    await waitFor(() => expect(replies).toHaveLength(count))
    replies[count - 1]?.()
  }
  expect(await screen.findByText('3 received · 0 refused')).toBeVisible()
  expect(requests.map(({ body }) => (body as { identifier: string }).identifier)).toEqual([
    'T0001',
    'T0002',
    'T0003',
  ])
})

test('RECV-01 the same code twice within a second is one scan', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const requests = serverAnswers(samplesApi.receive, received)
  await open()
  scan('T0001230', 'Enter')
  await within(result()).findByText('Last Received Sample')
  vi.advanceTimersByTime(999)
  scan('T0001230', 'Enter')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('each line of a pasted list is one scan', async () => {
  const requests = serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.click(identifier())
  await user.paste('T0001\r\nT0002\n\nT0003\n')
  expect(await screen.findByText('3 received · 0 refused')).toBeVisible()
  expect(requests).toHaveLength(3)
})

test('ERR-26 RECV-07 a refusal is shown in large type with its reason, above the sample received before', async () => {
  serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  await within(result()).findByText('Last Received Sample')

  const message = 'PIL-0002 is SEQUENCED. Only samples with status UNKNOWN or COLLECTED can be received.'
  const { id } = aSample()
  serverRefuses(samplesApi.receive, 409, { code: 'sample-not-receivable', message, sampleId: id })
  await user.type(identifier(), 'T0000982{Enter}')

  expect(await within(result()).findByText('Not received')).toBeVisible()
  expect(within(result()).getByText(message)).toBeVisible()
  const link = within(result()).getByRole('link', { name: 'Show sample' })
  expect(link).toHaveAttribute('href', `/samples/${id}`)
  expect(identifier()).toHaveFocus()
  expect(within(result()).getByText('NB-P004-EDTA-2')).toBeVisible()
  expect(screen.getByText('1 received · 1 refused')).toBeVisible()
  expect(screen.queryByText('LIMS error')).not.toBeInTheDocument()
})

test('a scan without a reply stays in the list, and Retry sends it again', async () => {
  const refused = serverRefuses(samplesApi.receive, 503)
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  const row = within(await session().findByRole('listitem'))
  expect(await row.findByText(/^not sent yet/)).toBeVisible()

  const requests = serverAnswers(samplesApi.receive, received)
  await user.click(row.getByRole('button', { name: 'Retry' }))
  expect(await within(result()).findByText('Last Received Sample')).toBeVisible()
  expect(requests[0]?.headers.get('idempotency-key')).toBe(refused[0]?.headers.get('idempotency-key'))
  expect(identifier()).toHaveFocus()
})

test('kept scans are sent when the connection is back', async () => {
  serverRefuses(samplesApi.receive, 503)
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  await session().findByText(/^not sent yet/)
  serverAnswers(samplesApi.receive, received)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await within(result()).findByText('Last Received Sample')).toBeVisible()
})

test('kept scans are sent when the server replies again, and not repeated while it replies and fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const failed = serverRefuses(samplesApi.receive, 503)
  const ready = serverAnswers(healthApi.ready, { status: 'ready' })
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  await session().findByText(/^not sent yet/)
  await poll(ready)
  await waitFor(() => expect(failed).toHaveLength(2))
  await session().findByText(/^not sent yet/)
  await poll(ready)
  await poll(ready)
  expect(failed).toHaveLength(2)

  const unready = serverRefuses(healthApi.ready, 503)
  const requests = serverAnswers(samplesApi.receive, received)
  await poll(unready)
  await poll(unready)
  expect(requests).toHaveLength(0)
  await poll(serverAnswers(healthApi.ready, { status: 'ready' }))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('one button sends again everything that was not sent', async () => {
  serverRefuses(samplesApi.receive, 503)
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  await session().findByText(/^not sent yet/)
  expect(screen.queryByRole('button', { name: 'Retry all' })).not.toBeInTheDocument()
  await user.type(identifier(), 'T0001231{Enter}')
  await waitFor(() => expect(session().getAllByText(/^not sent yet/)).toHaveLength(2))
  const requests = serverAnswers(samplesApi.receive, received)
  await user.click(screen.getByRole('button', { name: 'Retry all' }))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('shows how much of the batch has arrived', async () => {
  serverAnswers(samplesApi.receive, received)
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  expect(await screen.findByText('17 of 30 arrived')).toBeVisible()
})

test('keys beside the field go into the field; keys in another field stay there', async () => {
  const user = await open()
  act(() => identifier().blur())
  await user.keyboard('T000')
  expect(identifier()).toHaveValue('T000')
  await user.click(notes())
  await user.keyboard('wet')
  expect(identifier()).toHaveValue('T000')
  expect(notes()).toHaveValue('wet')
})

test('keys beside an open dialog do not reach the field', async () => {
  const user = openScreen(
    <>
      <ReceiveScreen />
      <Modal open title="Something else" />
    </>,
  )
  await screen.findByRole('dialog')
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('T000')
  expect(identifier()).toHaveValue('')
})

test('a reply does not take the focus from another field', async () => {
  const reply = Promise.withResolvers<typeof received>()
  serverAnswers(samplesApi.receive, () => reply.promise)
  const user = await open()
  await user.type(identifier(), 'T0001230{Enter}')
  await user.click(notes())
  reply.resolve(received)
  await within(result()).findByText('Last Received Sample')
  expect(notes()).toHaveFocus()
})

test('E1 a storage keeper, who may not change a status, is not offered to undo a receipt', async () => {
  const requests = roleIs('storage-keeper')
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ eventId: 17 }) })
  const user = await open()
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.keyboard('t0001230{Enter}')
  await within(result()).findByText('Last Received Sample')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument())
  await user.keyboard('{Control>}z{/Control}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('E1 the last receipt is undone by its button: the session counts it no more, and the field is free', async () => {
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ eventId: 17 }) })
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const user = await open()
  await user.keyboard('t0001230{Enter}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await within(result()).findByText('Receipt undone')).toBeVisible()
  expect(undone[0]?.body).toEqual({ eventIds: [17] })
  expect(screen.getByText('0 received · 0 refused')).toBeVisible()
  expect(session().getByText('receipt undone')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(identifier()).toHaveFocus()
})

test('E1 Ctrl+Z in the empty field undoes the last receipt, then the one before, and leaves typed text alone', async () => {
  let eventId = 17
  serverAnswers(samplesApi.receive, () => ({
    success: true as const,
    sample: aReceivedSample({ name: `NB-${eventId}`, eventId: eventId++ }),
  }))
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const user = await open()
  await user.keyboard('t0001230{Enter}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  await user.keyboard('t0001231{Enter}')
  expect(await screen.findByText('2 received · 0 refused')).toBeVisible()

  await user.keyboard('t0{Control>}z{/Control}')
  expect(undone).toEqual([])
  await user.keyboard('{Backspace}{Backspace}')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('0 received · 0 refused')).toBeVisible()
  expect(within(result()).getByRole('link', { name: 'NB-17' })).toBeVisible()
  expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [18] }, { eventIds: [17] }])
})

test('E1 Ctrl+Z undoes nothing while the newest scan has no reply, and then that scan', async () => {
  let eventId = 17
  const late = Promise.withResolvers<void>()
  let isLate = false
  serverAnswers(samplesApi.receive, async () => {
    if (isLate) await late.promise
    return { success: true as const, sample: aReceivedSample({ eventId: eventId++ }) }
  })
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const user = await open()
  await user.keyboard('t0001230{Enter}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  isLate = true
  await user.keyboard('t0001231{Enter}{Control>}z{/Control}')
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(undone).toEqual([])

  late.resolve()
  expect(await screen.findByText('2 received · 0 refused')).toBeVisible()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [18] }])
})

test('E1 a receipt that has changed since is not offered again: the next Ctrl+Z undoes the one before', async () => {
  let eventId = 17
  serverAnswers(samplesApi.receive, () => ({
    success: true as const,
    sample: aReceivedSample({ eventId: eventId++ }),
  }))
  const message = 'Nothing was undone: NB-P004-EDTA-2 was undone already.'
  serverRefuses(samplesApi.undoStatus, 409, { code: 'status-changed-since', message })
  const user = await open()
  await user.keyboard('t0001230{Enter}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  await user.keyboard('t0001231{Enter}')
  expect(await screen.findByText('2 received · 0 refused')).toBeVisible()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()

  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  expect(undone[0]?.body).toEqual({ eventIds: [17] })
})

test('E1 a held Ctrl+Z counts one undo once, also while its reply is late', async () => {
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ eventId: 17 }) })
  let reply = () => {}
  const late = new Promise<void>((resolve) => {
    reply = resolve
  })
  const undone = serverAnswers(samplesApi.undoStatus, async () => {
    await late
    return { success: true as const, count: 1 }
  })
  const user = await open()
  await user.keyboard('t0001230{Enter}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()

  await user.keyboard('{Control>}zzz{/Control}')
  reply()

  expect(await within(result()).findByText('Receipt undone')).toBeVisible()
  expect(undone).toHaveLength(1)
  expect(screen.getByText('0 received · 0 refused')).toBeVisible()
})
