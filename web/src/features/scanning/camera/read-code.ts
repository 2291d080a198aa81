import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { distanceFromMiddle } from './aim.ts'

const options: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128'],
  // A GS1 code as a scanner types it; the readable form would add brackets.
  textMode: 'Plain',
  maxNumberOfSymbols: 8,
}

/** The code in a picture; of several the one nearest to its middle, for that is where a person aims. */
export async function readCode(picture: ImageData): Promise<string | undefined> {
  const found = await readBarcodes(picture, options)
  const codes = found.filter(({ isValid, text }) => isValid && text !== '')
  const nearestFirst = codes.toSorted(
    (one, other) => distanceFromMiddle(picture, one.position) - distanceFromMiddle(picture, other.position),
  )
  return nearestFirst[0]?.text
}
