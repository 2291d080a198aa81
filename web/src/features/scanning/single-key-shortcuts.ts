import { createLocalStore } from '../../api/create-store.ts'

/** The shortcuts that are a character without Ctrl and act on the whole page. */
export const singleKeys: readonly string[] = ['/', '?']

const stored = createLocalStore('lims.single-keys')

/**
 * Whether `singleKeys` are shortcuts, remembered in this browser. People who dictate, or press keys by accident, can
 * switch them off (WCAG 2.1.4).
 */
export const singleKeyShortcuts = {
  get: (): boolean => stored.get() !== 'no',
  set: (isOn: boolean): void => stored.set(isOn ? 'yes' : 'no'),
  subscribe: stored.subscribe,
}
