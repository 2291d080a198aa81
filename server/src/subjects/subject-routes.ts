import { subjectsApi } from '@lims/contract/subjects.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import { write } from '../http/endpoints.ts'
import { assertStillAllowed } from '../sessions/require-sign-in.ts'
import { eraseSubject } from './erase-subject.ts'
import { ErasedCleaner } from './erased-cleaner.ts'
import { revealSubject } from './reveal-subject.ts'
import { lockOutWriters } from './trace-queries.ts'

export function subjectRoutes(app: FastifyInstance, { ownsDatabase }: { ownsDatabase: boolean }) {
  const cleaner = new ErasedCleaner({ db: app.db, ownsServer: ownsDatabase, log: app.log })
  app.addHook('onReady', () => cleaner.resume())
  app.addHook('onClose', async () => cleaner.stop())

  write(app, subjectsApi.reveal, (trx, { body, actor }) => revealSubject(trx, body, actor))

  write(
    app,
    subjectsApi.erase,
    async (trx, { body, actor, afterCommit }) => {
      // It cannot be undone, and may have waited for others who write.
      await assertStillAllowed(trx, { actor, sessions: app.sessions }, 'subject.erase')
      const erased = await eraseSubject(trx, body, actor)
      afterCommit(cleaner.request)
      return { ...succeeded, ...erased }
    },
    { lockFirst: lockOutWriters },
  )
}
