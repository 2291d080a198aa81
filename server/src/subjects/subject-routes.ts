import { subjectsApi } from '@lims/contract/subjects.ts'
import type { FastifyInstance } from 'fastify'
import { write } from '../http/endpoints.ts'
import { eraseSubject } from './erase-subject.ts'
import { revealSubject } from './reveal-subject.ts'
import { vacuumErased } from './vacuum-erased.ts'

export function subjectRoutes(app: FastifyInstance, { ownsDatabase }: { ownsDatabase: boolean }) {
  write(app, subjectsApi.reveal, (trx, { body, actor }) => revealSubject(trx, body, actor))

  write(app, subjectsApi.erase, async (trx, { body, actor, afterCommit }) => {
    const erased = await eraseSubject(trx, body, actor)
    afterCommit(() => {
      vacuumErased(app.db, { ownsServer: ownsDatabase }).catch((error: Error) =>
        app.log.error(
          `old row versions of an erased subject were not removed from the files: ${error.message}`,
        ),
      )
    })
    return { success: true as const, ...erased }
  })
}
