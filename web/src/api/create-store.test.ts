import { expect, test, vi } from 'vitest'
import { createLocalStore, createStore } from './create-store.ts'

test('a store notifies each subscriber of a change until it unsubscribes', () => {
  const store = createStore('a')
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)

  store.set('b')
  expect(store.get()).toBe('b')
  expect(listener).toHaveBeenCalledOnce()

  unsubscribe()
  store.set('c')
  expect(listener).toHaveBeenCalledOnce()
})

test('a local store reads and writes localStorage and removes its key with null', () => {
  const store = createLocalStore('lims.test')
  const listener = vi.fn()
  store.subscribe(listener)

  store.set('dark')
  expect(localStorage.getItem('lims.test')).toBe('dark')
  store.set(null)
  expect(localStorage.getItem('lims.test')).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a local store notifies of changes to its key in another tab, and of no other key', () => {
  const listener = vi.fn()
  const unsubscribe = createLocalStore('lims.test').subscribe(listener)

  window.dispatchEvent(new StorageEvent('storage', { key: 'lims.other' }))
  expect(listener).not.toHaveBeenCalled()
  window.dispatchEvent(new StorageEvent('storage', { key: 'lims.test' }))
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(listener).toHaveBeenCalledTimes(2)

  unsubscribe()
  window.dispatchEvent(new StorageEvent('storage', { key: 'lims.test' }))
  expect(listener).toHaveBeenCalledTimes(2)
})
