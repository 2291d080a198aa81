import { text } from 'node:stream/consumers'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'

/** Reads rows of cells as JSON, one a line, and writes the Excel file that holds them. */
const lines = (await text(process.stdin)).trimEnd().split('\n')
const rows: SheetData = lines.map((line) => JSON.parse(line))
process.stdout.write(await writeExcelFile(rows, { stickyRowsCount: 1 }).toBuffer())
