import { auditApi } from '@lims/contract/audit-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { download } from '../http/download.ts'
import { read } from '../http/endpoints.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { listAuditEvents, listHistory } from './audit-event-queries.ts'
import { exportAudit } from './export-audit.ts'
import { type Anchors, readProof } from './read-proof.ts'
import { resolveRecord } from './resolve-record.ts'
import { verifyNewest, verifyRecord } from './verify-record.ts'

type Settings = Anchors & Pick<Config['laboratoryTime'], 'zone'>

export function auditRoutes(app: FastifyInstance, { zone, ...anchors }: Settings) {
  const verifyInTurn = limitConcurrency({ maxRunning: 1, maxWaiting: 20, maxWaitMs: 60_000 })

  read(app, auditApi.list, async (db, { query: { pageNumber, pageSize, ...filters } }) =>
    listAuditEvents(db, { ...(await resolveRecord(db, filters)), pageNumber, pageSize }),
  )

  read(app, auditApi.history, (db, { query: { entityType, entityId, ...page } }) =>
    listHistory(db, { entityType, entityId }, page),
  )

  read(app, auditApi.proof, (db) => readProof(db, anchors, app.now()))

  read(app, auditApi.verify, async (db, { body: { entityType, entityId } }) => {
    const at = app.now()
    const result = await verifyInTurn(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) =>
          entityType && entityId ? verifyRecord(trx, { entityType, entityId }, at) : verifyNewest(trx, at),
        ),
    )
    return { ...result, at: at.toISOString() }
  })

  download(app, auditApi.export, (db, { query, actor }) => {
    const seesSubjects = actor.access.permissions.has('subject.read')
    return exportAudit(db, query, { now: app.now, zone, seesSubjects })
  })
}
