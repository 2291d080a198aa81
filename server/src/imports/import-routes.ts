import { createHash } from 'node:crypto'
import { importsApi, type ReadFileReply } from '@lims/contract/imports.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { writeWithProgress } from '../http/write-with-progress.ts'
import { abandonedSignals } from './abandoned.ts'
import { checkFile } from './check-file.ts'
import { importSamples } from './import-samples.ts'
import { readTable } from './read-table.ts'
import { suggestColumns } from './suggest-columns.ts'
import type { Table } from './table.ts'

const rowsShown = 5
/** Of a cell, and of all cells of a preview together: five rows may hold 40 MB. */
const maxShown = { cell: 200, total: 100_000 }

const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** These calls take a file as it is, under any content type. */
export async function importRoutes(app: FastifyInstance) {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, file: Buffer) => file)
  const abandoned = abandonedSignals(app)
  const tableOf = (body: Uint8Array) => readTable(body, abandoned(body))

  read(app, importsApi.read, async (_, { body }) => shown(await tableOf(body)))
  read(app, importsApi.check, async (db, { body, query }) =>
    checkFile(db, { table: await tableOf(body), sha256: sha256Of(body) }, query),
  )
  writeWithProgress(app, importsApi.apply, {
    prepare: ({ body }) => tableOf(body),
    write: (trx, { body, query, prepared: table, actor, report }) =>
      importSamples(trx, { table, sha256: sha256Of(body) }, query, { actor, report }),
  })
}

function shown({ format, header, rows }: Table): ReadFileReply {
  const suggested = suggestColumns(header)
  const cut = cutter()
  return {
    format,
    columns: header.map((caption, index) => ({ header: cut(caption), field: suggested[index] ?? null })),
    firstRows: rows.slice(0, rowsShown).map(({ cells }) => cells.map(cut)),
    totalRows: rows.length,
  }
}

/** Cuts cells as long as the whole preview allows; what is cut ends with three dots. */
function cutter() {
  let left = maxShown.total
  return (cell: string): string => {
    const length = Math.min(cell.length, maxShown.cell, left)
    left -= length
    return length === cell.length ? cell : `${cell.slice(0, length).toWellFormed()}…`
  }
}
