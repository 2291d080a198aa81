import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { distanceInFrame } from './aim.ts'

const options: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128'],
  // GS1 codes as a scanner types them; the readable form would add brackets.
  textMode: 'Plain',
  maxNumberOfSymbols: 8,
}

/**
 * Returns the code in the frame, which is in the middle of a read area. Of several it is the one nearest to the middle,
 * where a person aims.
 */
export async function readCode(picture: ImageData): Promise<string | undefined> {
  const found = await readBarcodes(picture, options)
  const codes = found.flatMap(({ isValid, text, position }) => {
    const distance = distanceInFrame(picture, position)
    return isValid && text !== '' && distance !== undefined ? [{ text, distance }] : []
  })
  return codes.toSorted((one, other) => one.distance - other.distance)[0]?.text
}
