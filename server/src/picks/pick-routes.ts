import { picksApi } from '@lims/contract/picks.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { download } from '../http/download.ts'
import { read, write } from '../http/endpoints.ts'
import { listActivePeople } from '../people/people-queries.ts'
import { closePickList } from './close-pick-list.ts'
import { checkReservable, createPickList } from './create-pick-list.ts'
import { exportPickList } from './export-pick-list.ts'
import { countPickLists, listPickLists } from './pick-queries.ts'
import { pickTube } from './pick-tube.ts'
import { readPickList } from './read-pick-list.ts'
import { reportNotFound } from './report-not-found.ts'
import { undoPick } from './undo-pick.ts'

export function pickRoutes(app: FastifyInstance, { thawLimits }: Pick<Config, 'thawLimits'>) {
  read(app, picksApi.people, async (db) => ({ people: await listActivePeople(db) }))

  read(app, picksApi.list, async (db, { query, actor }) => {
    const [pickLists, totalPickLists] = await Promise.all([
      listPickLists(db, query, actor.userId),
      countPickLists(db, query.state),
    ])
    return { pickLists, totalPickLists }
  })

  read(app, picksApi.get, (db, { query, actor }) => readPickList(db, query.pickListId, actor.userId))

  read(app, picksApi.check, (db, { body }) => checkReservable(db, body.sampleIds))

  write(app, picksApi.create, async (trx, { body, actor }) => ({
    ...succeeded,
    pickList: await createPickList(trx, body, actor),
  }))

  write(app, picksApi.pick, (trx, { body, actor }) => pickTube(trx, body, { thawLimits }, actor))

  write(app, picksApi.notFound, (trx, { body, actor }) => reportNotFound(trx, body, actor))

  write(app, picksApi.undoPick, (trx, { body, actor }) => undoPick(trx, body, actor))

  write(app, picksApi.close, async (trx, { body, actor }) => ({
    ...succeeded,
    pickList: await closePickList(trx, body.pickListId, actor),
  }))

  download(app, picksApi.export, (db, { query, actor }) => exportPickList(db, query.pickListId, actor.userId))
}
