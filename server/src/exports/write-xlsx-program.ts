import { text } from 'node:stream/consumers'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'

/** Reads one JSON array of cells per line from stdin and writes an Excel file. */
const lines = (await text(process.stdin)).trimEnd().split('\n')
const rows: SheetData = lines.map((line) => JSON.parse(line))
process.stdout.write(await writeExcelFile(rows, { stickyRowsCount: 1 }).toBuffer())
