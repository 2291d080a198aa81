import { labelsApi } from '@lims/contract/labels.ts'
import { storageLabelsApi } from '@lims/contract/storage-labels.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { read, write } from '../http/endpoints.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { generateLabel } from './generate-label.ts'
import { printStorageLabels } from './print-storage-labels.ts'

export function labelRoutes(
  app: FastifyInstance,
  { labelStock: stock, laboratoryTime: { zone } }: Pick<Config, 'labelStock' | 'laboratoryTime'>,
) {
  read(app, labelsApi.generate, async (db, { body, actor }) => {
    const labelData = await generateLabel(db, body, { stock, zone, seesSubjects: seesSubjects(actor) })
    return { labelData, data: { labelData }, stock }
  })

  write(app, storageLabelsApi.print, async (trx, { body, actor }) => ({
    ...succeeded,
    labels: await printStorageLabels(trx, body, { stock, actor }),
    stock,
  }))
}
