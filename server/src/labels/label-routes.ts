import { type LabelStock, labelsApi } from '@lims/contract/labels.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { generateLabel } from './generate-label.ts'

export function labelRoutes(app: FastifyInstance, stock: LabelStock) {
  read(app, labelsApi.generate, async (db, { body, actor }) => {
    const labelData = await generateLabel(db, body, { stock, seesSubjects: seesSubjects(actor) })
    return { labelData, data: { labelData }, stock }
  })
}
