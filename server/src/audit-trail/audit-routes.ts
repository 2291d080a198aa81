import { type AuditEvent, auditApi } from '@lims/contract/audit-api.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { download } from '../http/download.ts'
import { read } from '../http/endpoints.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { listAuditEvents, listHistory } from './audit-event-queries.ts'
import { exportAudit } from './export-audit.ts'
import { hideRevealReason } from './hide-reveal-reason.ts'
import { type Anchors, readProof } from './read-proof.ts'
import { resolveRecord, withRecordId } from './resolve-record.ts'
import { verifyNewest, verifyRecord } from './verify-record.ts'

type Settings = Anchors & Pick<Config['laboratoryTime'], 'zone'>

export function auditRoutes(app: FastifyInstance, { zone, ...anchors }: Settings) {
  const verifyInTurn = limitConcurrency({ maxRunning: 1, maxWaiting: 20, maxWaitMs: minuteMs })

  read(app, auditApi.list, async (db, { query: { pageNumber, pageSize, ...filters }, actor }) =>
    asSeenBy(
      actor,
      await listAuditEvents(db, { ...(await resolveRecord(db, filters)), pageNumber, pageSize }),
    ),
  )

  read(app, auditApi.history, async (db, { query: { entityType, entityId, ...page }, actor }) =>
    asSeenBy(actor, await listHistory(db, { entityType, entityId }, page)),
  )

  read(app, auditApi.proof, (db) => readProof(db, anchors, app.now()))

  read(app, auditApi.verify, async (db, { body }) => {
    const at = app.now()
    const result = await verifyInTurn(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          const { entityType, entityId } = await withRecordId(trx, body)
          return entityType && entityId
            ? verifyRecord(trx, { entityType, entityId }, at)
            : verifyNewest(trx, at)
        }),
    )
    return { ...result, at: at.toISOString() }
  })

  download(app, auditApi.export, (db, { query, actor }) => {
    return exportAudit(db, query, { now: app.now, zone, seesSubjects: seesSubjects(actor) })
  })
}

/** Hides the reasons of reveals from who may not see subjects. The mask of the contract hides everything else. */
const asSeenBy = <R extends { events: AuditEvent[] }>(actor: SignedInActor, reply: R): R => ({
  ...reply,
  events: seesSubjects(actor) ? reply.events : reply.events.map(hideRevealReason),
})
