import { afterEach, expect, test, vi } from 'vitest'
import { explainAccess } from './confirm-access.ts'

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
  'with the permission at %s on %s, and the answer %j: %i explanations, goes on %j',
  async (state, host, says, asked, goesOn) => {
    permission(state)
    const confirm = vi.fn(async () => says)
    expect(await explainAccess({ confirm: confirm as never }, host)).toBe(goesOn)
    expect(confirm).toHaveBeenCalledTimes(asked)
  },
)

test('a browser that knows no such permission asks nothing, and so needs no explanation', async () => {
  const confirm = vi.fn(async () => false)
  expect(await explainAccess({ confirm: confirm as never }, 'lims.brain.example')).toBe(true)
})
