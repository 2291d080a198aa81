import type { LabelStock } from '@lims/contract/labels.ts'
import type { BatchLabel } from '@lims/contract/print-runs.ts'
import { drawGreyPicture } from './grey-picture.ts'
import { sheetGrid } from './sheet-grid.ts'
import { SheetPdf } from './sheet-pdf.ts'

/** All labels of a batch, in the order of printing, and the stock that they are made for. */
export type BatchLabels = { labels: BatchLabel[]; stock: LabelStock }

type Options = { signal: AbortSignal; onDrawn: (labels: number) => void }

/**
 * Returns a PDF of the labels on A4 pages, or undefined if `signal` was aborted. Throws if a label is larger than a
 * page.
 */
export async function drawLabelSheet(
  { labels, stock }: BatchLabels,
  { signal, onDrawn }: Options,
  draw: typeof drawGreyPicture = drawGreyPicture,
): Promise<Blob | undefined> {
  const grid = sheetGrid(stock)
  if (!grid) {
    throw new Error(`A label of ${stock.widthMm} × ${stock.heightMm} mm does not fit on an A4 page.`)
  }
  const sheet = new SheetPdf(stock, grid)
  for (const [index, { labelData }] of labels.entries()) {
    const picture = await draw({ labelData, stock })
    if (signal.aborted) return undefined
    sheet.add(picture)
    onDrawn(index + 1)
  }
  return sheet.finish()
}
