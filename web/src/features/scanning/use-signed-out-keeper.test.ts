import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signIn } from '../../../test/session-token.ts'
import { clearToken } from '../../api/stored-token.ts'
import { signedOutScanKeeper } from './signed-out-scans.ts'
import { useSignedOutKeeper } from './use-signed-out-keeper.ts'

const [receive, custody, stockTake] = [vi.fn(), vi.fn(), vi.fn()]
const scan = { raw: 'T1' }

beforeEach(() => {
  vi.clearAllMocks()
  signIn()
})

const open = (keep: typeof receive, options: Partial<Parameters<typeof useSignedOutKeeper>[1]> = {}) =>
  renderHook(() => useSignedOutKeeper(keep, { isOn: true, ...options }))

test('scans go to the page that was used last, also if it was opened before', () => {
  open(receive, { isLasting: true }).unmount()
  open(custody, { isLasting: true }).unmount()
  open(receive, { isLasting: true }).unmount()
  signedOutScanKeeper()?.(scan)
  expect(receive).toHaveBeenCalledOnce()
  expect(custody).not.toHaveBeenCalled()
})

test('a page that is open as the session ends keeps them, until it is opened and left again', () => {
  open(receive, { isLasting: true }).unmount()
  const page = open(stockTake)
  clearToken()
  page.unmount()
  signedOutScanKeeper()?.(scan)
  expect(stockTake).toHaveBeenCalledOnce()

  signIn()
  open(stockTake).unmount()
  signedOutScanKeeper()?.(scan)
  expect(receive).toHaveBeenCalledOnce()
})

test('a page on which nothing can be scanned leaves scans to the page before', () => {
  open(receive, { isLasting: true }).unmount()
  open(stockTake, { isOn: false })
  signedOutScanKeeper()?.(scan)
  expect(stockTake).not.toHaveBeenCalled()
  expect(receive).toHaveBeenCalledOnce()
})

test('a page on which the person turns out not to be allowed to scan keeps nothing', () => {
  open(custody, { isLasting: true }).unmount()
  const page = renderHook(({ isOn }) => useSignedOutKeeper(receive, { isLasting: true, isOn }), {
    initialProps: { isOn: true },
  })
  page.rerender({ isOn: false })
  clearToken()
  signedOutScanKeeper()?.(scan)
  expect(receive).not.toHaveBeenCalled()
})

test('a page that is drawn once more without a session keeps them for the person of before', () => {
  const nobody = vi.fn()
  const page = renderHook(({ keep }) => useSignedOutKeeper(keep, { isOn: true }), {
    initialProps: { keep: receive },
  })
  clearToken()
  page.rerender({ keep: nobody })
  signedOutScanKeeper()?.(scan)
  expect(nobody).not.toHaveBeenCalled()
  expect(receive).toHaveBeenCalledOnce()
})
