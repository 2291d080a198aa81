import { expect, test } from 'vitest'
import { decodeText, isPlainText } from './decode-text.ts'

test.each([
  ['UTF-8', Buffer.from('Zürich\u2028B')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFZürich\u2028B')],
  ['UTF-16', Buffer.from('\uFEFFZürich\u2028B', 'utf16le')],
  ['UTF-16 with the high byte first', Buffer.from('\uFEFFZürich\u2028B', 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', Buffer.from('Zürich\u2028B', 'utf16le')],
  ['UTF-16 with the high byte first, without a mark', Buffer.from('Zürich\u2028B', 'utf16le').swap16()],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Zürich\u2028B')
})

test('bytes that are no UTF-8 are read as Windows-1252', () => {
  expect(decodeText(Buffer.from('Zürich', 'latin1'))).toBe('Zürich')
})

test('a character that an earlier program could not read leaves the others of UTF-8 as they are', () => {
  expect(decodeText(Buffer.from('Zürich \uFFFD'))).toBe('Zürich \uFFFD')
})

test('a workbook is no plain text', () => {
  expect(isPlainText(decodeText(Buffer.from('PK\u0003\u0004\u0014\u0000')))).toBe(false)
  expect(isPlainText('T0000001\nT0000002')).toBe(true)
})
