import { exportsApi } from '@lims/contract/exports.ts'
import type { FastifyInstance } from 'fastify'
import { getBatch } from '../batches/batch-queries.ts'
import { download } from '../http/download.ts'
import { exportChosen } from './export-chosen.ts'
import { exportSamples } from './export-samples.ts'

export function exportRoutes(app: FastifyInstance) {
  download(app, exportsApi.manifest, async (db, { query: { id, format } }) => {
    const batch = await getBatch(db, id)
    const filter = { batchId: batch.id, query: undefined, subjectId: undefined, siteId: undefined }
    return exportSamples(db, { ...filter, format }, batch.name)
  })

  download(app, exportsApi.samples, (db, { query }) => exportSamples(db, query, 'samples'))

  download(app, exportsApi.chosen, (db, { body }) => exportChosen(db, body))
}
