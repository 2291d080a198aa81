import { createHash } from 'node:crypto'
import {
  hasPlaces,
  type ImportField,
  type ImportQuery,
  importsApi,
  type ReadFileReply,
} from '@lims/contract/imports.ts'
import { isPersonalField } from '@lims/contract/personal.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'
import { read, write } from '../http/endpoints.ts'
import { writeWithProgress } from '../http/write-with-progress.ts'
import { assertPermission, type SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { requestAbortSignals } from './abort-signals.ts'
import { checkFile } from './check-file.ts'
import { importSamples } from './import-samples.ts'
import { type ParseTable, parseInProcess, readTable } from './read-table.ts'
import { suggestColumns } from './suggest-columns.ts'
import type { Table } from './table.ts'
import { undoImport } from './undo-import.ts'
import { withoutTitles } from './without-titles.ts'

const previewRows = 5
/** Maximum characters per cell and per preview, because five rows can contain 40 MB. */
const maxPreviewLength = { cell: 200, total: 100_000 }

const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

const formRefusal = 'Send the file itself as the body, not a form: curl --data-binary @file, not -F.'

type Settings = Pick<Config, 'laboratoryTime'> & { parse?: ParseTable | undefined }

export async function importRoutes(app: FastifyInstance, settings: Settings) {
  await app.register(fileRoutes, settings)
  write(app, importsApi.undo, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await undoImport(trx, body.batchId, actor, {
      mayDelete: actor.access.permissions.has('batch.delete'),
    })),
  }))
}

/** Registers the endpoints that accept a file of any content type as raw bytes. */
async function fileRoutes(app: FastifyInstance, { laboratoryTime, parse = parseInProcess }: Settings) {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, file: Buffer) => file)
  // Read as a file, the parts of a form around a list of names would be samples.
  app.addContentTypeParser('multipart/form-data', async () => {
    throw new DomainError('request-invalid', formRefusal)
  })
  const signalOf = requestAbortSignals(app)
  const tableOf = async (body: Uint8Array) => withoutTitles(await readTable(body, signalOf(body), parse))

  const assertMayPlace = async (actor: SignedInActor, { columns }: ImportQuery) => {
    if (hasPlaces(columns)) await assertPermission(app, actor, 'placement.edit')
  }

  read(app, importsApi.read, async (_, { body, actor }) =>
    previewOf(await tableOf(body), { seesSubjects: seesSubjects(actor) }),
  )
  read(app, importsApi.check, async (db, { body, query, actor, admitAgain }) => {
    await assertMayPlace(actor, query)
    const table = await tableOf(body)
    const present = await admitAgain()
    await assertMayPlace(present, query)
    return checkFile(db, { table, sha256: sha256Of(body) }, query, {
      seesSubjects: seesSubjects(present),
      laboratoryTime,
      now: present.at,
    })
  })
  writeWithProgress(app, importsApi.apply, {
    assertMay: ({ query, actor }) => assertMayPlace(actor, query),
    prepare: ({ body }) => tableOf(body),
    write: (trx, { body, query, prepared: table, actor, report }) =>
      importSamples(trx, { table, sha256: sha256Of(body) }, query, { actor, report, laboratoryTime }),
  })
}

/** Leaves out the ID in the file where no column refers to it: it would not be kept. */
const withoutUnusedId = (fields: (ImportField | null)[]) =>
  fields.includes('parent') ? fields : fields.map((field) => (field === 'sourceId' ? null : field))

/** Returns the first rows. Columns that seem to hold subjects or sites are empty for callers who may not see these. */
function previewOf(
  { format, header, rows, otherSheets = 0, hiddenRows = [], titleRows = 0 }: Table,
  { seesSubjects }: { seesSubjects: boolean },
): ReadFileReply {
  const suggested = withoutUnusedId(suggestColumns(header))
  const truncate = createTruncate()
  const hidden = new Set(hiddenRows)
  const masked = suggested.map((field) => !seesSubjects && isPersonalField(field))
  return {
    format,
    columns: header.map((caption, index) => ({
      header: truncate(caption),
      field: suggested[index] ?? null,
      ...(masked[index] ? { masked: true as const } : {}),
    })),
    firstRows: rows
      .slice(0, previewRows)
      .map(({ cells }) => cells.map((cell, index) => (masked[index] ? '' : truncate(cell)))),
    totalRows: rows.length,
    otherSheets,
    hiddenRows: rows.filter(({ number }) => hidden.has(number)).length,
    titleRows,
  }
}

/** Returns a function that truncates cells, marked by an ellipsis, and stops at the total length of the preview. */
function createTruncate() {
  let left = maxPreviewLength.total
  return (cell: string): string => {
    const length = Math.min(cell.length, maxPreviewLength.cell, left)
    left -= length
    return length === cell.length ? cell : `${cell.slice(0, length).toWellFormed()}…`
  }
}
