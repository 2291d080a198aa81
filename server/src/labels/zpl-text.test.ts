import { textDots } from '@lims/contract/label-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipped, zplText } from './zpl-text.ts'

test.each([
  ['NB-001', 'NB-001'],
  ['^XZ~JA_5E\\&', '_5EXZ_7EJA_5F5E_5C_26'],
  ['a,b;c=d', 'a_2Cb_3Bc_3Dd'],
  ['Zürich', 'Z_C3_BCrich'],
  ['u\u0308ber', '_C3_BCber'],
  ['one\r\n\ttwo', 'one two'],
  ['a\u202eb\u200dc\u00add\u0000e', 'a b c d e'],
  ['half \ud800 a pair', 'half _EF_BF_BD a pair'],
  ['  ', ''],
])('%j is printed as %s', (text, zpl) => {
  expect(zplText(text)).toBe(zpl)
})

test('no text becomes a command of the printer, or a byte that is not plain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(zplText(text)).toMatch(/^(?:[A-Za-z0-9 .:/()+-]|_[0-9A-F]{2})*$/)
    }),
  )
})

test.each([
  ['NORDIC-P001', 200, 'NORDIC-P001'],
  ['NORDIC-P001-EDTA-1', 120, 'NOR..DTA-1'],
  ['NORDIC-P001-EDTA-1', 45, ''],
  ['', 45, ''],
])('%s in %i dots becomes %j', (text, room, short) => {
  expect(clipped(text, 20, room)).toBe(short)
})

test('what is shortened fits, keeps both ends and never breaks a letter apart', () => {
  const letters = fc
    .string({ unit: 'grapheme', minLength: 5, maxLength: 60 })
    .map((text) => text.replaceAll('.', 'x'))
  fc.assert(
    fc.property(
      letters,
      fc.integer({ min: 10, max: 30 }),
      fc.integer({ min: 0, max: 400 }),
      (text, width, room) => {
        const short = clipped(text, width, room)
        if (short === text) return
        expect(textDots(short, width)).toBeLessThanOrEqual(Math.max(room, 0))
        if (short === '') return
        const [, head = '', tail = ''] = /^(.*?)\.\.(.*)$/su.exec(short) ?? []
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
      },
    ),
  )
})
