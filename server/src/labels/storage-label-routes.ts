import type { LabelStock } from '@lims/contract/labels.ts'
import { storageLabelsApi } from '@lims/contract/storage-labels.ts'
import type { FastifyInstance } from 'fastify'
import { write } from '../http/endpoints.ts'
import { printStorageLabels } from './print-storage-labels.ts'

export function storageLabelRoutes(app: FastifyInstance, stock: LabelStock) {
  write(app, storageLabelsApi.print, async (trx, { body, actor }) => ({
    success: true as const,
    labels: await printStorageLabels(trx, body, { stock, actor }),
    stock,
  }))
}
