import { createHash } from 'node:crypto'
import { importsApi, type ReadFileReply } from '@lims/contract/imports.ts'
import type { FastifyInstance } from 'fastify'
import { answer } from '../http/answer.ts'
import { changeByLines } from '../http/change-by-lines.ts'
import { checkFile } from './check-file.ts'
import { importSamples } from './import-samples.ts'
import { readTable } from './read-table.ts'
import { suggestColumns } from './suggest-columns.ts'
import type { Table } from './table.ts'

const rowsShown = 5

/** These calls take a file as it is, under any content type. */
export async function importRoutes(app: FastifyInstance) {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, file: Buffer) => file)

  answer(app, importsApi.read, async (_, { body }) => shown(await readTable(body)))
  answer(app, importsApi.check, async (db, { body, query }) => checkFile(db, await readTable(body), query))
  changeByLines(app, importsApi.apply, {
    prepare: ({ body }) => readTable(body),
    change: (trx, { body, query, prepared: table, by, report }) => {
      const sha256 = createHash('sha256').update(body).digest('hex')
      return importSamples(trx, { table, sha256 }, query, { by, report })
    },
  })
}

function shown({ format, header, rows }: Table): ReadFileReply {
  const suggested = suggestColumns(header)
  return {
    format,
    columns: header.map((caption, index) => ({ header: caption, field: suggested[index] ?? null })),
    firstRows: rows.slice(0, rowsShown).map(({ cells }) => cells),
    totalRows: rows.length,
  }
}
