import { drawInWorker } from './draw-in-worker.ts'
import { readGreyPng } from './grey-png.ts'
import type { BatchLabels } from './label-api.ts'
import { sheetGrid } from './sheet-grid.ts'
import { SheetPdf } from './sheet-pdf.ts'

type Options = { signal: AbortSignal; onDrawn: (labels: number) => void }

/** Returns a PDF of the labels on A4 pages, or undefined if `signal` was aborted. Throws if a label is larger than a page. */
export async function drawLabelSheet(
  { labels, stock }: BatchLabels,
  { signal, onDrawn }: Options,
  draw: typeof drawInWorker = drawInWorker,
): Promise<Blob | undefined> {
  const grid = sheetGrid(stock)
  if (!grid) {
    throw new Error(`A label of ${stock.widthMm} × ${stock.heightMm} mm does not fit on an A4 page.`)
  }
  const sheet = new SheetPdf(stock, grid)
  for (const [index, { labelData }] of labels.entries()) {
    const png = await draw({ zpl: labelData, stock })
    if (signal.aborted) return undefined
    sheet.add(readGreyPng(Uint8Array.from(atob(png), (character) => character.charCodeAt(0))))
    onDrawn(index + 1)
  }
  return sheet.finish()
}
