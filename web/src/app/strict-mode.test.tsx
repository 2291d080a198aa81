import { auditApi } from '@lims/contract/audit-api.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { movesApi } from '@lims/contract/moves.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import * as React from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, aProof } from '../../test/audit-records.ts'
import { emptyLab } from '../../test/empty-lab.ts'
import {
  aDifference,
  aMove,
  aPickList,
  aStockTake,
  aStockTakeBox,
  workId,
} from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch, aSample } from '../../test/records.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'
import { createAppRouter } from './routes.tsx'

const sample = aSample()
const batch = aBatch()
const storage = aStorage()

/** An address of each route that names a record. */
const addresses: Record<string, string> = {
  '/samples/$sampleId': `/samples/${sample.id}`,
  '/samples/$sampleId/edit': `/samples/${sample.id}/edit`,
  '/batches/$batchId': `/batches/${batch.id}`,
  '/batches/$batchId/edit': `/batches/${batch.id}/edit`,
  '/storage/$storageId': `/storage/${storage.id}`,
  '/storage/$storageId/enhanced': `/storage/${storage.id}/enhanced`,
  '/storage/$storageId/edit': `/storage/${storage.id}/edit`,
  '/guide/$page': '/guide/import-and-export',
  '/stock-takes/$stockTakeId': `/stock-takes/${workId}`,
  '/stock-takes/$stockTakeId/differences': `/stock-takes/${workId}/differences`,
  '/picks/$pickListId': `/picks/${workId}`,
  '/moves/$moveId': `/moves/${workId}`,
  '/moves/new': `/moves/new?freezer=${storage.id}`,
}

const routes = Object.keys(createAppRouter(createMemoryHistory()).routesByPath)

beforeEach(() => {
  emptyLab()
  signIn()
  serverAnswers(samplesApi.get, { sample })
  serverAnswers(batchesApi.get, { batch })
  serverAnswers(storageApi.get, { storage })
  serverAnswers(picksApi.list, { pickLists: [aPickList()], totalPickLists: 1 })
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  serverAnswers(stockTakesApi.list, { stockTakes: [aStockTake()], totalStockTakes: 1 })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [aStockTakeBox()] })
  serverAnswers(stockTakesApi.differences, {
    differences: [aDifference()],
    totalDifferences: 1,
    missingToPutAway: 0,
  })
  serverAnswers(movesApi.list, { moves: [], totalMoves: 0 })
  serverAnswers(movesApi.get, { move: aMove() })
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  serverAnswers(tokensApi.list, { tokens: [] })
  serverAnswers(auditApi.list, { events: [anEvent()], totalEvents: 1 })
  serverAnswers(auditApi.proof, aProof())
  serverAnswers(peopleApi.list, { rolesOn: false, rolesOnSince: null, people: [] })
})

/** jsdom does not know this element yet, which React notes. */
const unknownElement = 'search'

const warnings = vi.spyOn(console, 'error')

test('the development build of React runs, which alone has warnings', () => {
  expect(React.captureOwnerStack).toBeDefined()
})

test.each(routes)('in the strict mode of React the page %s is shown without a warning', async (route) => {
  warnings.mockClear()
  openAddress(addresses[route] ?? route, { isStrict: true })
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })[0]).toHaveTextContent(/\S/))
  expect(warnings.mock.calls.filter(([, name]) => name !== unknownElement)).toEqual([])
})
