import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import { read, write } from '../http/endpoints.ts'
import { resolveFilter } from '../samples/resolve-filter.ts'
import { listSampleRows } from '../samples/sample-list-queries.ts'
import { asSample, getSample } from '../samples/sample-queries.ts'
import { arrangeSamples } from './arrange-samples.ts'
import { placeSample } from './place-sample.ts'
import { readLocation } from './sample-location.ts'
import { takeOutSample } from './take-out-sample.ts'

export function locationRoutes(app: FastifyInstance) {
  read(app, sampleLocationApi.location, async (db, { query }) =>
    readLocation(db, await getSample(db, query.sampleId)),
  )

  write(app, sampleLocationApi.associate, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await placeSample(trx, body, { mayMove: false }, actor)),
  }))

  write(app, sampleLocationApi.updateLocation, async (trx, { body: { sampleLocation, expected }, actor }) => {
    const location =
      sampleLocation.storageId > 0
        ? await placeSample(trx, sampleLocation, { mayMove: true, expected }, actor)
        : await takeOutSample(trx, sampleLocation.sampleId, actor, expected)
    return { ...succeeded, ...location }
  })

  write(app, sampleLocationApi.deleteLocation, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await takeOutSample(trx, body.sampleId, actor)),
  }))

  write(app, sampleLocationApi.disassociate, async (trx, { query, actor }) => ({
    ...succeeded,
    ...(await takeOutSample(trx, query.id, actor)),
  }))

  write(app, sampleLocationApi.arrange, async (trx, { body, actor }) => {
    const arranged = await arrangeSamples(trx, body, actor)
    return { ...succeeded, count: arranged.before.length, ...arranged }
  })

  read(app, sampleLocationApi.orphans, async (db, { query }) => {
    const { searchText, status, ...page } = query
    const filter = await resolveFilter(db, { query: searchText, status, hasPlace: 'no' })
    // One that is depleted or disposed of has lost its place, and cannot be put into a cell.
    const { samples, total, isExact } = await listSampleRows(db, { ...filter, isInUse: true }, page)
    return {
      samples: samples.map((row) => ({ ...asSample(row), custodyEventId: row.custody_event_id })),
      totalSamples: total,
      totalIsExact: isExact,
    }
  })
}
