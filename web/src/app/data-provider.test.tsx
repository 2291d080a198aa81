import { batchesApi } from '@lims/contract/batches.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { untilReplied } from '../../test/open-requests.ts'
import { openScreen } from '../../test/open-screen.tsx'
import { server, serverAnswers, serverLosesReplies, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { call } from '../api/call.ts'
import type { FailureMeta } from '../api/query-client.ts'
import { presentSender } from '../api/stored-token.ts'
import { useWrite } from '../api/use-write.ts'

/** Without a title or text of its own, a page would show the failure itself. */
function Reading({ meta = { fallbackText: errorTexts.internal } }: { meta?: FailureMeta }) {
  const read = useQuery({ queryKey: ['x'], queryFn: () => call(batchesApi.list, { query: {} }), meta })
  return <p>{read.status}</p>
}

function Writing() {
  const write = useMutation({ mutationFn: () => call(batchesApi.list, { query: {} }) })
  return (
    <button type="button" onClick={() => write.mutate()}>
      Write
    </button>
  )
}

function Deleting() {
  const write = useMutation({
    mutationFn: () => call(batchesApi.delete, { query: { id: 'x' } }, presentSender()),
    meta: {
      errorTitle: 'The batch could not be deleted',
      noticeOf: () => ({ title: 'The batch could not be deleted', detail: '', seconds: 0 }),
    },
  })
  return (
    <button type="button" onClick={() => write.mutate()}>
      Delete
    </button>
  )
}

const notices = () => document.querySelectorAll('.ant-notification-notice')

test("ERR-01 ERR-02 ERR-08 a failed read is shown as 'LIMS error' with the server's message", async () => {
  serverRefuses(batchesApi.list, 500, { code: 'internal', message: 'The freezer is open.' })
  openScreen(<Reading />)
  expect(await screen.findByText('LIMS error')).toBeVisible()
  expect(screen.getByText('The freezer is open.')).toBeVisible()
})

test('ERR-01 CONST-05 a failed write is shown, stays, and the same failure is one notice', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const requests = serverRefuses(batchesApi.list, 409, { code: 'internal', message: 'Taken.' })
  const user = openScreen(<Writing />)
  await user.click(await screen.findByRole('button', { name: 'Write' }))
  await screen.findByText('Taken.')
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  await untilReplied()

  // antd closes notices after 4.5 seconds unless duration is 0, and the specification names 10 seconds.
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(notices()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(notices()).toHaveLength(0))
})

test("ERR-03 ERR-09 a failed HTTP status without a message reads 'Something went wrong', with the status", async () => {
  server.use(http.get('*/api/batches/list', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
  openScreen(<Reading />)
  expect(await screen.findByText('Something went wrong (HTTP error! status: 502)')).toBeVisible()
})

test("ERR-04 no reply at all reads as the error's own message", async () => {
  server.use(http.get('*/api/batches/list', () => HttpResponse.error()))
  openScreen(<Reading />)
  expect(await screen.findByText('The server did not respond.')).toBeVisible()
})

test("ERR-06 the name of a batch that is taken is titled 'Batch Name Error'", async () => {
  const message = errorTexts.batchNameTaken('Nordic')
  expect(message).toMatch(/duplicates are not allowed\. Please use a unique/)
  serverRefuses(batchesApi.list, 409, { code: 'batch-name-taken', message })
  openScreen(<Reading meta={{ errorTitle: 'Failed to create batch' }} />)
  expect(await screen.findByText('Batch Name Error')).toBeVisible()
})

test('a query may set another title', async () => {
  serverRefuses(batchesApi.list, 409, { code: 'internal', message: 'No.' })
  openScreen(<Reading meta={{ errorTitle: 'Failed to create batch' }} />)
  expect(await screen.findByText('Failed to create batch')).toBeVisible()
})

test('the title of a write whose reply was lost does not say that it failed', async () => {
  server.use(http.post('*/api/batches/delete', () => HttpResponse.error()))
  const user = openScreen(<Deleting />)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('It is not known whether this was done')).toBeVisible()
  expect(screen.getByText(/It may have been done all the same: look before you try again\./)).toBeVisible()
  expect(screen.queryByText('The batch could not be deleted')).toBeNull()
})

const usual = { errorTitle: 'The batch could not be deleted' }

function DeletingOneOf({ ids, meta = usual }: { ids: readonly string[]; meta?: FailureMeta }) {
  const write = useWrite({
    mutationFn: (id: string, options) => call(batchesApi.delete, { query: { id } }, options),
    meta,
  })
  return ids.map((id) => (
    <button key={id} type="button" onClick={() => write.mutate(id)}>
      Delete {id}
    </button>
  ))
}

test('one notice of two failures is closed once both writes are done', async () => {
  serverRefuses(batchesApi.delete, 409, { code: 'internal', message: 'Busy.' })
  const user = openScreen(<DeletingOneOf ids={['A', 'B']} />)
  const press = async (id: string) => user.click(await screen.findByRole('button', { name: `Delete ${id}` }))
  await press('A')
  await screen.findByText('Busy.')
  await press('B')
  await untilReplied()
  expect(notices()).toHaveLength(1)
  serverAnswers(batchesApi.delete, {
    success: true,
    deletionId: '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11',
    numSamples: 0,
  })
  await press('A')
  await untilReplied()
  expect(screen.getByText('Busy.')).toBeVisible()
  await press('B')
  await waitFor(() => expect(notices()).toHaveLength(0))
})

test('the failures of the last person do not keep the notice of the next one open', async () => {
  serverRefuses(batchesApi.delete, 409, { code: 'internal', message: 'Busy.' })
  const user = openScreen(<DeletingOneOf ids={['A', 'B']} />)
  const press = async (id: string) => user.click(await screen.findByRole('button', { name: `Delete ${id}` }))
  await press('A')
  await screen.findByText('Busy.')
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen', jti: 'session-2' }))
  await waitFor(() => expect(notices()).toHaveLength(0))
  await press('B')
  await screen.findByText('Busy.')
  serverAnswers(batchesApi.delete, {
    success: true,
    deletionId: '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11',
    numSamples: 0,
  })
  await press('B')
  await waitFor(() => expect(notices()).toHaveLength(0))
})

const ownWords: FailureMeta = {
  noticeOf: (text) => ({ title: 'LIMS error', detail: `Failed to delete: ${text}`, seconds: 0 }),
}

test.each<[string, FailureMeta, () => unknown]>([
  ['in words of its own', ownWords, () => serverRefuses(batchesApi.delete, 503)],
  ['of a lost reply', ownWords, () => serverLosesReplies(batchesApi.delete)],
  ['without a title of its own', {}, () => serverRefuses(batchesApi.delete, 503)],
])('the notice of a failed write %s closes once the write is done', async (_, meta, fail) => {
  fail()
  const user = openScreen(<DeletingOneOf ids={['A']} meta={meta} />)
  await user.click(await screen.findByRole('button', { name: 'Delete A' }))
  await waitFor(() => expect(notices()).toHaveLength(1))
  serverAnswers(batchesApi.delete, {
    success: true,
    deletionId: '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11',
    numSamples: 0,
  })
  await user.click(screen.getByRole('button', { name: 'Delete A' }))
  await waitFor(() => expect(notices()).toHaveLength(0))
})

test('a failed read without a title or text of its own is shown by its page', async () => {
  serverRefuses(batchesApi.list, 409, { code: 'internal', message: 'No.' })
  openScreen(<Reading meta={{}} />)
  expect(await screen.findByText('error')).toBeVisible()
  expect(notices()).toHaveLength(0)
})
