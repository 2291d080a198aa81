import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { distanceFromMiddle } from './aim.ts'

const options: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128'],
  // GS1 codes as a scanner types them; the readable form would add brackets.
  textMode: 'Plain',
  maxNumberOfSymbols: 8,
}

/** Returns the code in a picture; of several the one nearest to the middle, where a person aims. */
export async function readCode(picture: ImageData): Promise<string | undefined> {
  const found = await readBarcodes(picture, options)
  const codes = found.filter(({ isValid, text }) => isValid && text !== '')
  const nearestFirst = codes.toSorted(
    (one, other) => distanceFromMiddle(picture, one.position) - distanceFromMiddle(picture, other.position),
  )
  return nearestFirst[0]?.text
}
