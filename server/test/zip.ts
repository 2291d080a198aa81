import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { name: string; content: string | Buffer; saysLength?: number; isEncrypted?: boolean }

/** A zip, also one that lies about what it holds. */
export function zipOf(entries: Entry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let place = 0
  for (const { name, content, saysLength, isEncrypted } of entries) {
    const raw = Buffer.from(content as string)
    const packed = deflateRawSync(raw, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(saysLength ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(place, 10)
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]),
    )
    locals.push(local)
    place += local.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(place, 16)
  return Buffer.concat([...locals, list, end])
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Sheet = {
  rows: string | Buffer
  attributes?: string
  type?: string
  saysLength?: number | undefined
  /** Such as 'B2:B4'. */
  merged?: readonly string[]
}

/** An Excel workbook with one sheet, whose rows are given as XML. */
export const workbookOf = (rows: string | Buffer, saysLength?: number) => workbookWith([{ rows, saysLength }])

/**
 * An Excel workbook with these sheets, in this order; with `prefix` as programs for .NET write it: `<x:row>`.
 * `properties` are the attributes of `<workbookPr>`, `formats` those of cells with s="1", s="2" and so on, and after
 * them `builtInFormats`, which Excel knows by their numbers.
 */
export function workbookWith(
  sheets: Sheet[],
  {
    prefix = '',
    properties = '',
    formats = [] as readonly string[],
    builtInFormats = [] as readonly number[],
  } = {},
): Buffer {
  const tags = sheets.map(
    ({ attributes = '' }, n) =>
      `<sheet name="S${n + 1}" sheetId="${n + 1}" ${attributes} r:id="rId${n + 1}"/>`,
  )
  const related = sheets.map(
    ({ type = 'worksheet' }, n) =>
      `<Relationship Id="rId${n + 1}" Type="${relations}/${type}" Target="${type}s/sheet${n + 1}.xml"/>`,
  )
  const entries: Entry[] = [
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${relations}"><workbookPr ${properties}/><sheets>${tags.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${related.join('')}</Relationships>`,
    },
    ...sheets.map(({ rows, type = 'worksheet', saysLength, merged = [] }, n) => ({
      name: `xl/${type}s/sheet${n + 1}.xml`,
      content: Buffer.concat([
        Buffer.from('<worksheet><sheetData>'),
        Buffer.from(rows as string),
        Buffer.from('</sheetData>'),
        Buffer.from(`<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`),
        Buffer.from('</worksheet>'),
      ]),
      ...(saysLength === undefined ? {} : { saysLength }),
    })),
  ]
  if (formats.length > 0) entries.push({ name: 'xl/styles.xml', content: stylesOf(formats, builtInFormats) })
  if (prefix === '') return zipOf(entries)
  const prefixed = (content: string) => content.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`)
  return zipOf(
    entries.map((entry) =>
      entry.name.endsWith('.rels') ? entry : { ...entry, content: prefixed(`${entry.content}`) },
    ),
  )
}

/** Styles of cells: the first shows a cell as it is, the others have these formats. */
function stylesOf(formats: readonly string[], builtIn: readonly number[]): string {
  const codes = formats.map((code, n) => `<numFmt numFmtId="${n + 164}" formatCode="${code}"/>`)
  const numbers = [...formats.map((_, n) => n + 164), ...builtIn]
  const ofCells = numbers.map((number) => `<xf numFmtId="${number}" applyNumberFormat="1"/>`)
  return `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${ofCells.join('')}</cellXfs></styleSheet>`
}
