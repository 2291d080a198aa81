import { Printer } from '@lims/contract/print-agent.ts'
import { expect, test } from 'vitest'
import { choosePrinter, isCompatible, preferredPrinter, rememberPrinter } from './choose-printer.ts'
import { createPrintAgent, type PrintAgent } from './print-agent.ts'

const printerNamed = (name: string) => Printer.parse({ uid: `uid of ${name}`, name, version: 3 })
const office = printerNamed('Office laser')
const other = printerNamed('ZD611-203dpi')
const usual = printerNamed('ZDesigner ZD611-300dpi (ZPL)')
const bench = printerNamed('27j184501282')
const uid = (printer: Printer) => printer.uid

test.each([
  ['PRINT-16 the printer it remembers', [office, other, usual, bench], bench, office, bench],
  ['PRINT-17 else the ZD611-300dpi (ZPL)', [office, other, usual], bench, office, usual],
  ['else any ZD611', [office, bench, other], undefined, office, other],
  ['else the default of the agent', [office, bench], undefined, bench, bench],
  ['else the first', [office, bench], undefined, undefined, office],
  ['else none', [], bench, bench, undefined],
])('%s', (_case, printers, remembered, defaultPrinter, expected) => {
  const preference = {
    rememberedUid: remembered && uid(remembered),
    defaultUid: defaultPrinter && uid(defaultPrinter),
  }
  expect(preferredPrinter(printers, preference)).toBe(expected)
})

test.each([
  [{ apiLevel: 5, version: '1.3.2.489' }, 3, true],
  [{ apiLevel: '3', version: undefined }, 2, true],
  [{ apiLevel: 2, version: '3.0.0' }, 3, false],
  [{ apiLevel: undefined, version: undefined }, 2, false],
  [{ apiLevel: undefined, version: '1.3.2' }, 3, true],
  [{ apiLevel: 'five', version: undefined }, 3, true],
])('an agent that reports %j with a printer of version %j: compatible %j', (config, version, expected) => {
  expect(isCompatible(config, [{ ...usual, version }])).toBe(expected)
})

const agentWith = (printers: Printer[], apiLevel = 3): PrintAgent => ({
  ...createPrintAgent('http://127.0.0.1:1'),
  agentConfig: async () => ({ version: '1.3.2.489', apiLevel }),
  printers: async () => printers,
  defaultPrinter: async () => office,
})

test('PRINT-16, PRINT-17 remembers in this browser which printer was chosen', async () => {
  const agent = agentWith([office, usual, bench])
  expect(await choosePrinter(agent)).toBe(usual)
  rememberPrinter(bench.uid)
  expect(await choosePrinter(agent)).toBe(bench)
})

test('ERR-31 without a printer there is nothing to choose', async () => {
  await expect(choosePrinter(agentWith([]))).rejects.toMatchObject({
    code: 'no-printer',
    message: 'No Browser Print printer available',
  })
})

test('ERR-28 an agent that is too old is distinguished from one without a printer', async () => {
  await expect(choosePrinter(agentWith([usual], 2))).rejects.toMatchObject({ code: 'incompatible' })
})
