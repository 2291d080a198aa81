import { auditApi } from './audit-api.ts'
import { authApi } from './auth.ts'
import { batchesApi } from './batches.ts'
import { custodyApi } from './custody-api.ts'
import { deletionsApi } from './deletions.ts'
import type { Endpoint } from './endpoint.ts'
import { exportsApi } from './exports.ts'
import { findApi } from './find.ts'
import { freezerWorkApi } from './freezer-work.ts'
import { healthApi } from './health.ts'
import { importsApi } from './imports.ts'
import { labelsApi } from './labels.ts'
import { liveApi } from './live.ts'
import { movesApi } from './moves.ts'
import { peopleApi } from './people.ts'
import { picksApi } from './picks.ts'
import { printRunsApi } from './print-runs.ts'
import { racksApi } from './rack-scan.ts'
import { sampleBulkApi } from './sample-bulk.ts'
import { sampleLocationApi } from './sample-location-api.ts'
import { samplesApi } from './samples-api.ts'
import { statsApi } from './stats.ts'
import { stockTakesApi } from './stock-takes.ts'
import { storageApi } from './storage-api.ts'
import { storageLabelsApi } from './storage-labels.ts'
import { subjectsApi } from './subjects.ts'
import { syncApi } from './sync.ts'
import { temperaturesApi } from './temperatures.ts'
import { tokensApi } from './tokens.ts'
import { viewsApi } from './views.ts'

/** All endpoints of the API by domain. */
export const api = {
  auth: authApi,
  samples: samplesApi,
  sampleBulk: sampleBulkApi,
  batches: batchesApi,
  labels: labelsApi,
  printRuns: printRunsApi,
  deletions: deletionsApi,
  storage: storageApi,
  locations: sampleLocationApi,
  exports: exportsApi,
  imports: importsApi,
  racks: racksApi,
  stats: statsApi,
  sync: syncApi,
  live: liveApi,
  find: findApi,
  health: healthApi,
  people: peopleApi,
  tokens: tokensApi,
  audit: auditApi,
  subjects: subjectsApi,
  views: viewsApi,
  freezerWork: freezerWorkApi,
  custody: custodyApi,
  picks: picksApi,
  stockTakes: stockTakesApi,
  moves: movesApi,
  temperatures: temperaturesApi,
  storageLabels: storageLabelsApi,
} satisfies Record<string, Record<string, Endpoint>>

export const allEndpoints: readonly { domain: string; name: string; endpoint: Endpoint }[] = Object.entries(
  api,
).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ domain, name, endpoint: endpoint as Endpoint })),
)
