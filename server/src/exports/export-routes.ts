import { exportsApi } from '@lims/contract/exports.ts'
import type { FastifyInstance } from 'fastify'
import { findBatch, getBatch } from '../batches/batch-queries.ts'
import type { Config } from '../config.ts'
import { download } from '../http/download.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { listHierarchy } from '../storage/storage-queries.ts'
import { exportChosen } from './export-chosen.ts'
import { exportName } from './export-name.ts'
import { exportSamples } from './export-samples.ts'
import { exportLayout, manifestLayout } from './manifest-row.ts'

const readerOf = (actor: SignedInActor) => ({ seesSubjects: seesSubjects(actor) })

export function exportRoutes(
  app: FastifyInstance,
  { laboratoryTime: { zone } }: Pick<Config, 'laboratoryTime'>,
) {
  download(app, exportsApi.manifest, async (db, { query: { id, format }, actor }) => {
    const batch = await getBatch(db, id)
    const filter = { batchId: batch.id, query: undefined, subjectId: undefined, siteId: undefined }
    return exportSamples(
      db,
      { ...filter, format },
      { name: batch.name, layout: manifestLayout(readerOf(actor)) },
    )
  })

  download(app, exportsApi.samples, async (db, { query, actor }) => {
    const batch = query.batchId ? await findBatch(db, query.batchId) : undefined
    const storage = query.storageId ? (await listHierarchy(db, query.storageId)).at(-1) : undefined
    const names = { batch: batch?.name, storage: storage?.alias }
    const name = exportName(query, names, { at: app.now(), zone })
    return exportSamples(db, query, { name, layout: exportLayout(readerOf(actor)) })
  })

  download(app, exportsApi.chosen, (db, { body, actor }) =>
    exportChosen(db, body, exportLayout(readerOf(actor))),
  )
}
