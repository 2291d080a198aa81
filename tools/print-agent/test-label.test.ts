import { afterAll, beforeEach, expect, test } from 'vitest'
import { inkOf } from '../../server/test/ink.ts'
import { drawLabels, readCodes } from '../../server/test/read-label.ts'
import { noFaults } from './faults.ts'
import { startSimulator } from './simulator.ts'
import { layOutTestLabel, parseStock, printTestLabel, testId } from './test-label.ts'

const { agent, url, stop } = await startSimulator(0)
beforeEach(() => {
  agent.setFaults(noFaults)
  agent.store.clear()
})
afterAll(stop)

test.each(['33x13', '25.4x12.7@300', '50.8x25.4', '33x13@203', '51x25@600'])(
  'a test label of %s has a readable code and a border along its edge',
  async (size) => {
    const stock = parseStock(size)
    const [label = Buffer.alloc(0), ...more] = await drawLabels(layOutTestLabel(stock), stock)
    expect(more).toEqual([])
    expect(await readCodes(label)).toMatchObject([{ text: testId.toUpperCase(), ecLevel: 'Q' }])
    const { width, height, ...ink } = inkOf(label)
    expect(ink).toEqual({ left: 0, top: 0, right: width - 1, bottom: height - 1 })
  },
)

test('prints on the preferred printer through the agent', async () => {
  expect(await printTestLabel(parseStock('33x13'), url)).toBe('ZDesigner ZD611-300dpi (ZPL)')
  expect(agent.store.labels).toMatchObject([
    { zpl: layOutTestLabel(parseStock('33x13')).trim(), isPrinted: true },
  ])
})

test.each(['33', '33x', '33x13@150', 'x13', '-33x13', '33 x 13'])('rejects %j as a size', (size) => {
  expect(() => parseStock(size)).toThrow(`'${size}' is not a label size.`)
})

test.each([
  [{ printer: 'unplugged' }, 'No Browser Print printer available'],
  [{ agent: 'gone' }, 'Browser Print not installed or not running'],
  [{ failEvery: 1 }, 'The print agent refused the label: Failed to write to device'],
] as const)('explains the failure: %j', async (faults, message) => {
  agent.setFaults({ ...noFaults, ...faults })
  await expect(printTestLabel(parseStock('33x13'), url)).rejects.toThrow(message)
})

test('rejects a size that is too small for the code', async () => {
  await expect(printTestLabel(parseStock('33x8'), url)).rejects.toThrow(
    /does not fit on 33 × 8 mm at 300 dpi/,
  )
})
