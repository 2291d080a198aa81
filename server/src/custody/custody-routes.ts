import { custodyApi } from '@lims/contract/custody-api.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { read, write } from '../http/endpoints.ts'
import { getSample } from '../samples/sample-queries.ts'
import { assertPermission } from '../sessions/require-sign-in.ts'
import { withReason } from '../sessions/with-reason.ts'
import { checkOut } from './check-out.ts'
import { confirmThaw } from './confirm-thaw.ts'
import { listCustodyEvents } from './custody-event-queries.ts'
import { countCustodyLists, countCustodyOf, listCustody } from './custody-list-queries.ts'
import { putAway } from './put-away.ts'
import { returnTubes } from './return-tubes.ts'
import { setCustody } from './set-custody.ts'
import { undoCustody } from './undo-custody.ts'

export function custodyRoutes(app: FastifyInstance, { thawLimits }: Pick<Config, 'thawLimits'>) {
  write(app, custodyApi.checkOut, async (trx, { body, actor }) => ({
    ...succeeded,
    tubes: await checkOut(trx, body, { thawLimits }, actor),
  }))

  write(app, custodyApi.return, async (trx, { body, actor }) => ({
    ...succeeded,
    tubes: await returnTubes(trx, body, actor),
  }))

  write(app, custodyApi.putAway, async (trx, { body, actor }) => {
    const sampleIds = await putAway(trx, body, actor)
    return { ...succeeded, count: sampleIds.length, sampleIds }
  })

  write(app, custodyApi.set, async (trx, { body, actor }) => {
    const eventIds = await setCustody(trx, body, actor)
    return { ...succeeded, count: eventIds.length, eventIds }
  })

  write(app, custodyApi.undo, async (trx, { body, actor }) => ({
    ...succeeded,
    count: await undoCustody(trx, body, withReason(actor, body.reason), (permission) =>
      assertPermission(app, actor, permission),
    ),
  }))

  write(app, custodyApi.confirmThaw, async (trx, { body, actor }) => ({
    ...succeeded,
    count: await confirmThaw(trx, body.eventIds, actor),
  }))

  read(app, custodyApi.history, async (db, { query, actor }) => {
    const { id, type } = await getSample(db, query.sampleId)
    const events = await listCustodyEvents(db, id, actor.access.permissions)
    return { events, thawLimit: thawLimits.get(type) ?? null }
  })

  read(app, custodyApi.list, async (db, { query }) => {
    const at = app.now()
    const { show, personId } = query
    const [samples, totals, ofPerson] = await Promise.all([
      listCustody(db, query, at),
      countCustodyLists(db, at),
      personId ? countCustodyOf(db, { show, personId }, at) : undefined,
    ])
    return { samples, total: ofPerson ?? totals[show], totals }
  })
}
