import { findApi } from '@lims/contract/find.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { find } from './find.ts'

export function findRoutes(app: FastifyInstance) {
  read(app, findApi.find, (db, { query, actor }) =>
    find(db, query.query, { seesSubjects: seesSubjects(actor) }),
  )
}
