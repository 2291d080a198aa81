import { act, screen, waitFor } from '@testing-library/react'
import { Button } from 'antd'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { useCreatedNotice } from './use-created-notice.tsx'

function Creates() {
  const notifyCreated = useCreatedNotice()
  return <Button onClick={() => notifyCreated('Box created', 'Box 1', '/storage/1')}>Create</Button>
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
})

async function create() {
  const user = openScreen(<Creates />)
  await user.click(await screen.findByText('Create'))
  return screen.findByRole('link', { name: 'Box 1' })
}

test('a link to what was created is shown for ten seconds', async () => {
  await create()
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  expect(screen.getByText('Box created')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(screen.queryByText('Box created')).toBeNull())
})

test('a link that has the focus stays, and goes ten seconds after it has lost it', async () => {
  const link = await create()
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  act(() => link.focus())
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(link).toHaveFocus()
  act(() => link.blur())
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  expect(screen.getByText('Box created')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(screen.queryByText('Box created')).toBeNull())
})

test('a notice that was closed does not come back as it loses the focus', async () => {
  const link = await create()
  act(() => link.focus())
  act(() => {
    link.click()
    link.blur()
  })
  await waitFor(() => expect(screen.queryByText('Box created')).toBeNull())
})
