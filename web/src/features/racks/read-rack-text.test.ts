import { expect, test } from 'vitest'
import { readRackText } from './read-rack-text.ts'

const text = 'A1,T1\r\nA2,Zürich'
const utf16 = (littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2))
  view.setUint16(0, 0xfeff, littleEndian)
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(2 + index * 2, text.charCodeAt(index), littleEndian)
  }
  return view.buffer
}

test.each([
  ['UTF-8', text],
  ['UTF-8 with a byte order mark', `\uFEFF${text}`],
  ['UTF-16 little-endian, as on Windows', utf16(true)],
  ['UTF-16 big-endian', utf16(false)],
  ['Windows-1252, as Excel on Windows', Buffer.from(text, 'latin1')],
])('reads %s', async (_, content) => {
  expect(await readRackText(new File([content], 'rack.csv'))).toEqual({ name: 'rack.csv', text })
})

test('refuses a file that is too large for a rack reader', async () => {
  const film = new File([new Uint8Array(1_000_001)], 'film.mp4')
  await expect(readRackText(film)).rejects.toThrow('film.mp4 is larger than 1 MB')
})

test('refuses a file that the server would refuse for its length, in the same words', async () => {
  const codes = 'A1,T0001230\n'.repeat(50_000)
  await expect(readRackText(new File([codes], 'all racks.csv'))).rejects.toThrow(
    'all racks.csv has more than 500,000 characters, so it is not a rack file.',
  )
})
