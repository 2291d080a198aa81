import type { ErrorCorrection, LabelStock } from '@lims/contract/labels.ts'
import { expect, test } from 'vitest'
import { DomainError } from '../errors/domain-error.ts'
import { StartError } from '../errors/start-error.ts'
import { assertStockFitsCode, layOutLabel, magnificationOn } from './label-layout.ts'

const id = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
const code = '7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F'
const lines = ['T0000123', 'NORDIC-P001-EDTA-1', 'PLASMA', 'S: NORDIC-P001', '2026-11-20']
const commandsOf = (stock: LabelStock, errorCorrection: ErrorCorrection, text = lines) =>
  layOutLabel({ id, lines: text, errorCorrection }, stock).split('\n')

test('API-LABEL-02 the label of 33 × 13 mm at 300 dpi, command by command', () => {
  expect(commandsOf({ widthMm: 33, heightMm: 13, dpi: 300 }, 'Q')).toEqual([
    '^XA',
    '^CI28',
    '^LH0,0',
    '^PON',
    '^FWN',
    '^PW390',
    '^LL154',
    '^PQ1,0,1,Y',
    '^BY2,2,1',
    `^FO16,18^BQN,2,4,Q,7^FH_^FDQA,${code}^FS`,
    '^FO148,18^A0N,26,23^FH_^FDT0000123^FS',
    '^FO148,49^A0N,20,18^FH_^FDNORDIC-P001-EDTA-1^FS',
    '^FO148,73^A0N,20,18^FH_^FDPLASMA^FS',
    '^FO148,97^A0N,18,16^FH_^FDS: NORDIC-P001^FS',
    '^FO148,118^A0N,16,14^FH_^FD2026-11-20^FS',
    '^XZ',
    '',
  ])
})

test('on a small label a long name is condensed first and then loses its middle, and no font is under 10 dots', () => {
  expect(commandsOf({ widthMm: 25.4, heightMm: 12.7, dpi: 203 }, 'L').slice(5)).toEqual([
    '^PW203',
    '^LL102',
    '^PQ1,0,1,Y',
    '^BY2,2,1',
    `^FO12,13^BQN,2,3,L,7^FH_^FDLA,${code}^FS`,
    '^FO99,13^A0N,17,15^FH_^FDT0000123^FS',
    '^FO99,33^A0N,13,10^FH_^FDNORDI..001-EDTA-1^FS',
    '^FO99,48^A0N,13,12^FH_^FDPLASMA^FS',
    '^FO99,63^A0N,12,11^FH_^FDS: NORDIC-P001^FS',
    '^FO99,77^A0N,11,10^FH_^FD2026-11-20^FS',
    '^XZ',
    '',
  ])
})

test('on a large label the text grows with the label, and the code stops at ten dots a module', () => {
  expect(commandsOf({ widthMm: 50.8, heightMm: 25.4, dpi: 600 }, 'M').slice(9, -2)).toEqual([
    `^FO40,174^BQN,2,10,M,7^FH_^FDMA,${code}^FS`,
    '^FO330,71^A0N,101,91^FH_^FDT0000123^FS',
    '^FO330,190^A0N,78,70^FH_^FDNORDIC-P001-EDTA-1^FS',
    '^FO330,282^A0N,78,70^FH_^FDPLASMA^FS',
    '^FO330,374^A0N,70,63^FH_^FDS: NORDIC-P001^FS',
    '^FO330,457^A0N,62,56^FH_^FD2026-11-20^FS',
  ])
})

test('fewer lines stand in the middle, and an empty one keeps its room without a command', () => {
  const stock = { widthMm: 33, heightMm: 13, dpi: 300 }
  expect(commandsOf(stock, 'H', ['T1', '', 'é']).slice(9, -2)).toEqual([
    `^FO12,27^BQN,2,3,H,7^FH_^FDHA,${code}^FS`,
    '^FO123,38^A0N,26,23^FH_^FDT1^FS',
    '^FO123,93^A0N,20,18^FH_^FD_C3_A9^FS',
  ])
})

/** Dots a module by the height of the label in millimetres; 0 where no code fits that a reader can read. */
test.each([
  ['L', 203, { 8: 0, 9: 2, 10: 2, 13: 3, 20: 4, 50: 4 }],
  ['L', 300, { 8: 0, 9: 3, 10: 3, 13: 4, 20: 6, 50: 6 }],
  ['L', 600, { 6: 0, 8: 5, 9: 6, 10: 7, 13: 9, 20: 10, 50: 10 }],
  ['M', 600, { 6: 0, 8: 5, 9: 6, 10: 7, 13: 9, 20: 10, 50: 10 }],
  ['Q', 203, { 9: 0, 10: 2, 13: 2, 20: 4, 50: 4 }],
  ['Q', 300, { 9: 0, 10: 3, 13: 4, 20: 6, 50: 6 }],
  ['Q', 600, { 6: 0, 8: 5, 9: 5, 10: 6, 13: 8, 20: 10 }],
  ['H', 203, { 10: 0, 13: 2, 20: 3, 25: 4, 50: 4 }],
  ['H', 300, { 10: 0, 13: 3, 20: 5, 25: 6, 50: 6 }],
  ['H', 600, { 8: 0, 9: 5, 10: 5, 13: 7, 20: 10 }],
] as const)(
  'a code with error correction %s at %i dpi is as large as the label allows',
  (level, dpi, byHeight) => {
    for (const [height, magnification] of Object.entries(byHeight)) {
      const [lying, standing] = [
        { widthMm: 60, heightMm: Number(height), dpi },
        { widthMm: Number(height), heightMm: 60, dpi },
      ]
      expect([height, magnificationOn(lying, level) ?? 0]).toEqual([height, magnification])
      expect([height, magnificationOn(standing, level) ?? 0]).toEqual([height, magnification])
    }
  },
)

test('a stock on which no code fits is refused with its size', () => {
  expect(() => commandsOf({ widthMm: 33, heightMm: 8, dpi: 300 }, 'Q')).toThrow(
    new DomainError('label-does-not-fit', 'A QR code that scans does not fit on 33 × 8 mm at 300 dpi.'),
  )
})

test('a line that just fits is not condensed', () => {
  const [line] = commandsOf({ widthMm: 32.766, heightMm: 13, dpi: 300 }, 'Q', ['日'.repeat(10)]).slice(10)
  expect(line).toMatch(/\^A0N,26,23\^/)
})

test('a label of the settings must have room for a code that scans', () => {
  expect(() => assertStockFitsCode({ widthMm: 33, heightMm: 13, dpi: 300 })).not.toThrow()
  expect(() => assertStockFitsCode({ widthMm: 33, heightMm: 8, dpi: 300 })).toThrow(
    new StartError(
      'Settings LABEL_WIDTH_MM, LABEL_HEIGHT_MM and LABEL_DPI are wrong: a QR code that scans does not fit on that label.',
    ),
  )
  // Only L and M fit on this one.
  expect(() => assertStockFitsCode({ widthMm: 60, heightMm: 9, dpi: 300 })).toThrow(StartError)
})

test('a code of 10 characters is drawn with larger modules than one of 11, which takes the room of a UUID', () => {
  const stock = { widthMm: 33, heightMm: 13, dpi: 203 }
  const moduleOf = (code: string) => {
    const zpl = layOutLabel({ id: code, lines: [], errorCorrection: 'Q' }, stock)
    return Number(/\^BQN,2,(\d+)/.exec(zpl)?.[1])
  }
  expect(moduleOf('STO0000012')).toBeGreaterThan(moduleOf('STO00000123'))
  expect(moduleOf('STO00000123')).toBe(moduleOf('7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'))
})
