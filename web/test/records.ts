import type { Batch } from '@lims/contract/batches.ts'
import type { CustodyEvent } from '@lims/contract/custody-api.ts'
import type { PrintedBefore, PrintRun } from '@lims/contract/print-runs.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import type { LocationReply, SampleLocationReply } from '@lims/contract/sample-location.ts'
import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import type { ListedSample, ReceivedSample } from '@lims/contract/samples.ts'

const registeredAt = '2026-11-20T08:00:00.000Z'

export const aBatch = (batch: Partial<Batch> = {}): Batch => ({
  id: '0b8a2f0e-6c0f-4a53-9a53-0d6a6f3c1f11',
  name: 'Nordic study 4',
  description: 'Baseline visits',
  numSamples: 30,
  byStatus: {},
  metadata: { createdAt: registeredAt, updatedAt: registeredAt },
  version: 1,
  ...batch,
})

export const aSample = (sample: Partial<ListedSample> = {}): ListedSample => ({
  id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  name: 'NB-P004-EDTA-2',
  alias: 'T0001230',
  type: 'PLASMA',
  status: 'COLLECTED',
  custody: 'AVAILABLE',
  thawCount: 0,
  volume: 2,
  notes: '',
  batchId: aBatch().id,
  batchName: aBatch().name,
  parentSampleId: null,
  visitId: null,
  subjectId: null,
  siteId: null,
  collectionTimestamp: null,
  receivedTimestamp: null,
  qcTimestamp: null,
  processedTimestamp: null,
  archivedTimestamp: null,
  bamFileUri: null,
  metadata: { createdAt: registeredAt, updatedAt: registeredAt },
  version: 1,
  place: null,
  ...sample,
})

/** The location of a sample in a box of a freezer. */
export const aLocation = (location: Partial<SampleLocationReply> = {}): SampleLocationReply => ({
  sampleId: aSample().id,
  custodyEventId: null,
  storageId: 3,
  location: 'C2',
  inStorage: true,
  rowCoordinate: 2,
  columnCoordinate: 3,
  path: [
    { id: 1, alias: 'Freezer 1', type: 'FREEZER', level: 0 },
    { id: 3, alias: 'Box 03', type: 'BOX', level: 1 },
  ],
  ...location,
})

/** The location of a sample that is not in storage. */
export const noLocation = aLocation({
  storageId: 0,
  location: '',
  inStorage: false,
  rowCoordinate: null,
  columnCoordinate: null,
  path: [],
})

/** The reply to placing a sample in a box that is in no other storage. */
export const aPlacing = (location: Partial<LocationReply> = {}): LocationReply => {
  const { custodyEventId, ...place } = aLocation({ path: [] })
  return { success: true, ...place, ...location }
}

/** A chosen sample, as a dialog that changes it reads it. */
export const aChosenSample = (more: Partial<ChosenDetails> = {}): ChosenDetails => {
  const { id, name, alias, type, status, custody, volume, batchId, batchName, version } = aSample()
  const noIds = { subjectId: null, siteId: null, visitId: null }
  const record = { id, name, alias, type, status, custody, volume, batchId, batchName, version }
  return { ...record, ...noIds, custodyEventId: null, place: null, ...more }
}

export const aReceivedSample = (sample: Partial<ReceivedSample> = {}): ReceivedSample => ({
  id: aSample().id,
  name: aSample().name,
  alias: aSample().alias,
  status: 'RECEIVED',
  subjectId: 'P004',
  batchId: aBatch().id,
  batchName: aBatch().name,
  receivedTimestamp: registeredAt,
  eventId: 1,
  ...sample,
})

/** The tree of one batch, with each child under its parent. */
export const aTree = (samples: readonly ListedSample[] = []): SampleTreeReply => ({
  batches: [{ id: aBatch().id, name: aBatch().name, numSamples: samples.length, byStatus: {} }],
  samples: samples
    .filter(({ parentSampleId }) => !parentSampleId)
    .map((sample) => ({
      ...sample,
      children: samples.filter(({ parentSampleId }) => parentSampleId === sample.id),
    })),
  totalSamples: samples.length,
  totalIsExact: true,
})

export const noLabels: PrintRun['counts'] = {
  waiting: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
}

/** An open run of one chosen sample, whose label waits. */
export const aPrintRun = (run: Partial<PrintRun> = {}): PrintRun => ({
  id: '11111111-2222-4333-8444-555555555555',
  batchId: null,
  startedAt: registeredAt,
  startedByName: 'Ada Lindqvist',
  finishedAt: null,
  reason: '',
  total: 1,
  counts: { ...noLabels, waiting: 1 },
  ...run,
})

export const aPrintedBefore = (
  total: number,
  printedBefore: number,
  doubts: Partial<PrintedBefore> = {},
): PrintedBefore => ({ total, printedBefore, inDoubt: 0, samplesInDoubt: [], ...doubts })

/** A check-out, which its person may undo. */
export const aCustodyEvent = (event: Partial<CustodyEvent> = {}): CustodyEvent => ({
  id: 1,
  via: 'check-out',
  from: 'AVAILABLE',
  to: 'CHECKED_OUT',
  at: registeredAt,
  person: { id: 'bo', name: 'Bo Chen' },
  reason: '',
  purpose: 'ELISA',
  expectedReturnAt: null,
  thawed: false,
  overLimit: null,
  pickList: null,
  place: null,
  undoes: null,
  isUndone: false,
  canUndo: true,
  ...event,
})
