import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { zplToBase64MultipleAsync } from 'zpl-renderer-js'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'

const decoder = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const dotsPerMm = 12

/** Presses Download Label on the page of a sample that is open. */
export async function downloadLabel(page: Page): Promise<{ name: string; zpl: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Label' }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), zpl: readFileSync(await file.path(), 'utf8') }
}

/** Draws what must be one label with one code, and reads the code as a scanner would. */
export async function scanOnlyLabel(zpl: string): Promise<ReadResult> {
  const [width, length] = [/\^PW(\d+)/, /\^LL(\d+)/].map(
    (stated) => Number(stated.exec(zpl)?.[1]) / dotsPerMm,
  )
  const [picture, ...morePictures] = await zplToBase64MultipleAsync(zpl, width, length, dotsPerMm)
  expect(morePictures).toEqual([])

  const [code, ...moreCodes] = await readCodes(new Uint8Array(Buffer.from(picture ?? '', 'base64')))
  expect(moreCodes).toEqual([])
  if (!code) throw new Error('The label holds no code')
  return code
}

/** Reads the code of each label of a PDF, in order. Its pictures are deflated rows in 8-bit grey. */
export async function scanSheet(pdf: Buffer): Promise<string[]> {
  const head = /\/Subtype \/Image \/Width (\d+) \/Height (\d+)[^>]*\/Length (\d+) >>\nstream\n/g
  const codes: string[] = []
  for (const { index, 0: before, 1: width, 2: height, 3: length } of pdf.toString('latin1').matchAll(head)) {
    const from = index + before.length
    const grey = inflateSync(pdf.subarray(from, from + Number(length)))
    const data = Uint8ClampedArray.from({ length: grey.length * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : (grey[Math.floor(at / 4)] ?? 255),
    )
    const picture = { data, width: Number(width), height: Number(height), colorSpace: 'srgb' } as ImageData
    const [code, ...others] = await readCodes(picture)
    expect(others).toEqual([])
    codes.push(code?.text ?? '')
  }
  return codes
}

/** By a decoder that knows nothing of how the codes were made. */
async function readCodes(picture: Uint8Array<ArrayBuffer> | ImageData): Promise<ReadResult[]> {
  // Unprepared, the decoder would fetch itself from a public network.
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(decoder)).buffer },
    fireImmediately: true,
  })
  return readBarcodes(picture)
}
