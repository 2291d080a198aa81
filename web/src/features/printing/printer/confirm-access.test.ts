import { afterEach, expect, test, vi } from 'vitest'
import { confirmAccess } from './confirm-access.ts'

afterEach(() => void vi.unstubAllGlobals())

const permission = (state: string) =>
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } })

test.each([
  ['prompt', 'lims.brain.example', true, 1, true],
  ['prompt', 'lims.brain.example', false, 1, false],
  ['prompt', 'localhost', false, 0, true],
  ['prompt', '127.0.0.1', false, 0, true],
  ['granted', 'lims.brain.example', false, 0, true],
  ['denied', 'lims.brain.example', false, 0, true],
])(
  'permission %s on %s, person continues %j: %i explanations, returns %j',
  async (state, host, continues, explanations, expected) => {
    permission(state)
    const confirm = vi.fn(async () => continues)
    expect(await confirmAccess({ confirm: confirm as never }, host)).toBe(expected)
    expect(confirm).toHaveBeenCalledTimes(explanations)
  },
)

test('a browser without such a permission does not prompt, so nothing is explained', async () => {
  const confirm = vi.fn(async () => false)
  expect(await confirmAccess({ confirm: confirm as never }, 'lims.brain.example')).toBe(true)
})
