import type { LabelStock } from '@lims/contract/labels.ts'
import type { GreyPicture } from './grey-picture.ts'
import { a4, placeOnSheet, type SheetGrid } from './sheet-grid.ts'

const points = (mm: number) => ((mm / 25.4) * 72).toFixed(2)
const hairline = '0.25 w 0.8 G'

type Part = string | Uint8Array<ArrayBuffer>

/**
 * Writes label pictures on A4 pages of a PDF 1.4. It contains nothing but pictures, so that no PDF library (400 kB) is
 * needed. Needs as much memory as the compressed pictures.
 */
export class SheetPdf {
  readonly #stock: LabelStock
  readonly #grid: SheetGrid
  readonly #parts: Part[] = []
  readonly #offsets: number[] = []
  #length = 0
  #labels = 0
  readonly #pages: { id: number; drawing: string[]; pictures: number[] }[] = []

  constructor(stock: LabelStock, grid: SheetGrid) {
    this.#stock = stock
    this.#grid = grid
    this.#write('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n')
    // Objects 1 and 2 are the catalogue and the list of pages, which are written last.
    this.#offsets.push(0, 0)
  }

  add({ columns, rows, data }: GreyPicture): void {
    const picture = this.#object(
      `<< /Type /XObject /Subtype /Image /Width ${columns} /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent 8 ` +
        `/Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
      data,
      '\nendstream',
    )
    const { page, leftMm, topMm } = placeOnSheet(this.#labels++, this.#grid, this.#stock)
    const { widthMm, heightMm } = this.#stock
    const box = [leftMm, a4.heightMm - topMm - heightMm, widthMm, heightMm].map(points)
    const [left, bottom, width, height] = box
    this.#pages[page] ??= { id: this.#reserve(), drawing: [], pictures: [] }
    this.#pages[page].pictures.push(picture)
    this.#pages[page].drawing.push(
      `q ${width} 0 0 ${height} ${left} ${bottom} cm /L${picture} Do Q ${hairline} ${box.join(' ')} re S`,
    )
  }

  finish(): Blob {
    for (const { id, drawing, pictures } of this.#pages) {
      const content = drawing.join('\n')
      const contentId = this.#object(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
      const named = pictures.map((picture) => `/L${picture} ${picture} 0 R`).join(' ')
      this.#objectAs(
        id,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(a4.widthMm)} ${points(a4.heightMm)}] ` +
          `/Contents ${contentId} 0 R /Resources << /XObject << ${named} >> >> >>`,
      )
    }
    const kids = this.#pages.map(({ id }) => `${id} 0 R`).join(' ')
    this.#objectAs(1, '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>')
    this.#objectAs(2, `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`)
    return this.#withIndex()
  }

  #withIndex(): Blob {
    const xrefAt = this.#length
    const entries = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const size = this.#offsets.length + 1
    this.#write(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries}` +
        `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${xrefAt}\n%%EOF\n`,
    )
    return new Blob(
      this.#parts.map((part) => (typeof part === 'string' ? latin1(part) : part)),
      { type: 'application/pdf' },
    )
  }

  #reserve(): number {
    return this.#offsets.push(0)
  }

  #object(...parts: Part[]): number {
    const id = this.#reserve()
    this.#objectAs(id, ...parts)
    return id
  }

  #objectAs(id: number, ...parts: Part[]) {
    this.#offsets[id - 1] = this.#length
    this.#write(`${id} 0 obj\n`, ...parts, '\nendobj\n')
  }

  #write(...parts: Part[]) {
    for (const part of parts) {
      this.#parts.push(part)
      this.#length += part.length
    }
  }
}

/** One byte a character, so that offsets count bytes. */
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
