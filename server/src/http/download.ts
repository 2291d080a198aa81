import { Readable } from 'node:stream'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { type AuditEvent, saveAuditEvent } from '../audit/audit-queries.ts'
import type { Db } from '../db/database.ts'
import { inRetriableTransaction } from '../db/in-transaction.ts'
import { assertPermission, getActor, recheckOf, type SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { attachment } from './attachment.ts'
import { assertDiskSpace, type Input, inputOf, route } from './endpoints.ts'
import { errorReplyOf, logRefusal } from './error-handler.ts'

export type Download = {
  name: string
  type: string
  /** What the audit trail keeps of it. */
  event: AuditEvent
  /** Begins to read what is in the file. Not called for HEAD. */
  content: () => Readable | Promise<Readable>
}

type FileEndpoint = Endpoint & { replyTypes: readonly string[]; permission: Permission | 'signed-in' }

/**
 * Registers an endpoint that replies with a file, streamed while it is written, after its audit event is saved: who has
 * taken data out can be looked up. HEAD replies with its headers and leaves no event. The connection is closed before
 * the end of the file if the sign-in of its reader ends, or their permission, or that to see subjects.
 */
export function download<E extends FileEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (db: Db, input: Input<E> & { actor: SignedInActor }) => Promise<Download>,
) {
  const assertStillAllowed = recheckOf(endpoint.permission)
  route(app, endpoint, async (request, reply) => {
    const actor = getActor(request)
    const { name, type, event, content } = await handler(app.db, { ...inputOf<E>(request), actor })
    reply.header('content-disposition', attachment(name)).type(type)
    // A stream, so that HEAD states no length: it is not known.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    await auditDownload(app, event, actor)
    const assertMayContinue = async () => {
      await assertStillAllowed(request, reply)
      if (seesSubjects(actor)) await assertPermission(app, getActor(request), 'subject.read')
    }
    const check = () =>
      assertMayContinue().catch((error) => {
        logRefusal(request, errorReplyOf(error, request))
        throw error
      })
    return reply.send(checkedBeforeEach(await content(), check))
  })
}

/** Saves who takes data out, before it leaves. Throws `disk-full` while the disk of the bundled database is full. */
export async function auditDownload(app: FastifyInstance, event: AuditEvent, actor: SignedInActor) {
  assertDiskSpace(app)
  // The file can be requested again; a second event does no harm.
  await inRetriableTransaction(app.db, (trx) => saveAuditEvent(trx, event, actor))
}

/** Returns the content as a stream that runs a check before each part, and fails if the check does. */
function checkedBeforeEach(content: Readable, check: () => Promise<void>): Readable {
  // Content that fails before its first part is read, as when too many files are being made, has no other listener:
  // Node would end the server. Reading it throws the same error.
  content.on('error', () => {})
  async function* parts() {
    for await (const part of content) {
      await check()
      yield part
    }
  }
  return Readable.from(parts())
}
