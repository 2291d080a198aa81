import { exportsApi } from '@lims/contract/exports.ts'
import type { FastifyInstance } from 'fastify'
import { findBatch, getBatch } from '../batches/batch-queries.ts'
import type { Config } from '../config.ts'
import { download } from '../http/download.ts'
import { partsOfIds, resolveFilter } from '../samples/resolve-filter.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { formatPath, listHierarchy } from '../storage/storage-queries.ts'
import { exportChosen } from './export-chosen.ts'
import { describeFilters, exportName } from './export-name.ts'
import { type EventOf, exportSamples } from './export-samples.ts'
import { exportLayout, manifestLayout } from './manifest-row.ts'

export function exportRoutes(
  app: FastifyInstance,
  { laboratoryTime: { zone } }: Pick<Config, 'laboratoryTime'>,
) {
  download(app, exportsApi.manifest, async (db, { query: { id, format }, actor }) => {
    const batch = await getBatch(db, id)
    const withSubjects = seesSubjects(actor)
    return exportSamples(
      db,
      { format, resolved: { batchId: batch.id } },
      {
        name: batch.name,
        layout: manifestLayout({ seesSubjects: withSubjects }),
        eventOf: (content) => ({
          action: 'batch.export',
          entityId: batch.id,
          after: { ...content, withSubjects },
        }),
      },
    )
  })

  const eventOfList =
    (withSubjects: boolean, search: string): EventOf =>
    (content) => ({ action: 'sample.export', entityId: 'lims', after: { ...content, withSubjects, search } })

  download(app, exportsApi.samples, async (db, { query, actor }) => {
    const batch = query.batchId ? ((await findBatch(db, query.batchId))?.name ?? 'deleted batch') : undefined
    const storages = query.storageId ? await listHierarchy(db, query.storageId) : []
    const storage = query.storageId ? (storages.at(-1)?.alias ?? 'deleted storage') : undefined
    const { format, ...filter } = query
    const resolved = await resolveFilter(db, filter)
    const names = { batch, storage, ...partsOfIds(filter, resolved) }
    // Each rack has a Box 1.
    const namesInTrail = { ...names, storage: formatPath(storages) || storage }
    const withSubjects = seesSubjects(actor)
    return exportSamples(
      db,
      { format, resolved },
      {
        name: exportName(query, names, { at: app.now(), zone }),
        layout: exportLayout({ seesSubjects: withSubjects }),
        eventOf: eventOfList(withSubjects, describeFilters(query, namesInTrail, zone)),
      },
    )
  })

  download(app, exportsApi.chosen, (db, { body, actor }) => {
    const withSubjects = seesSubjects(actor)
    return exportChosen(db, body, {
      layout: exportLayout({ seesSubjects: withSubjects }),
      eventOf: eventOfList(withSubjects, 'chosen samples'),
    })
  })
}
