import type { RequestOf } from '@lims/contract/endpoint.ts'
import { type ExportFormat, exportsApi } from '@lims/contract/exports.ts'
import { callForFile } from '../../api/call-for-file.ts'

export type ExportFilter = Omit<RequestOf<typeof exportsApi.samples>['query'], 'format'>

export const getManifest = (id: string, format: ExportFormat) =>
  callForFile(exportsApi.manifest, { query: { id, format } })

export const getExport = (filter: ExportFilter, format: ExportFormat) =>
  callForFile(exportsApi.samples, { query: { ...filter, format } })
