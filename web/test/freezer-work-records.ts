import type { ListedCustody } from '@lims/contract/custody-api.ts'
import type { MoveDetails, MoveStep } from '@lims/contract/moves.ts'
import type { PickItem, PickList } from '@lims/contract/picks.ts'
import type { StockTake, StockTakeBox, StockTakeDifference } from '@lims/contract/stock-takes.ts'

const at = '2026-11-20T08:00:00.000Z'
/** The address of a pick list, a stock-take or a move. */
export const workId = '5d7f8a52-0b0d-4f6e-9b1e-6f5f0c1d2e3f'

export const aPickList = (pickList: Partial<PickList> = {}): PickList => ({
  id: workId,
  name: 'C2N shipment',
  purpose: 'p-tau217',
  personId: 'bo',
  personName: 'Bo Chen',
  createdAt: at,
  createdByName: 'Ada Lindqvist',
  expectedReturnAt: null,
  thawed: false,
  closedAt: null,
  closedByName: null,
  isMine: true,
  counts: { wanted: 3, picked: 1, 'not-found': 0, released: 0, 'left-out': 0 },
  ...pickList,
})

export const aStockTake = (stockTake: Partial<StockTake> = {}): StockTake => ({
  id: workId,
  storageId: 1,
  storageName: 'Freezer 1',
  state: 'open',
  startedAt: at,
  startedBy: 'Ada Lindqvist',
  closedAt: null,
  closedBy: null,
  counts: { 'in-place': 4, 'other-place': 1, missing: 0, 'not-recorded': 0, 'unknown-code': 0 },
  expectedTubes: 9,
  numBoxes: 2,
  numFinishedBoxes: 1,
  counterNames: ['Ada Lindqvist'],
  ...stockTake,
})

export const aStockTakeBox = (box: Partial<StockTakeBox> = {}): StockTakeBox => ({
  storageId: 3,
  alias: 'Box 03',
  path: 'Rack A',
  state: 'counting',
  isEmpty: false,
  expected: 9,
  counts: { 'in-place': 0, 'other-place': 0, missing: 0, 'not-recorded': 0, 'unknown-code': 0 },
  counterName: null,
  countedAt: null,
  ...box,
})

/** A tube that is missing from Box 03. */
export const aDifference = (difference: Partial<StockTakeDifference> = {}): StockTakeDifference => ({
  id: 17,
  result: 'missing',
  code: 'T0000017',
  sampleId: '7f9c24e8-3b1a-4d0e-9c55-000000000017',
  sampleName: 'NB-17',
  recordedPlace: 'Freezer 1 › Rack A › Box 03 › A1',
  recordedCustody: 'AVAILABLE',
  foundPlace: null,
  countedBy: 'Ada Lindqvist',
  countedAt: at,
  isChangedSince: false,
  isToPutAway: false,
  isAccepted: false,
  ...difference,
})

export const aMove = (move: Partial<MoveDetails> = {}): MoveDetails => ({
  id: workId,
  name: 'Evacuate Freezer 1',
  goal: 'evacuate',
  state: 'open',
  boxes: 2,
  moved: 1,
  pickedUp: 0,
  notFitting: 0,
  startedAt: at,
  startedBy: 'Ada Lindqvist',
  endedAt: null,
  endedBy: null,
  sources: [{ storageId: 1, alias: 'Freezer 1', type: 'FREEZER', boxesLeft: 1, boxIds: [101] }],
  belowPercent: 30,
  steps: [],
  now: at,
  ...move,
})

export const aMoveStep = (step: Partial<MoveStep> = {}): MoveStep => ({
  boxId: 101,
  boxAlias: 'Box 1',
  boxCode: 'STO0000101',
  tubes: 81,
  kind: 'box',
  from: null,
  to: null,
  note: '',
  place: 1,
  state: 'planned',
  isChanged: false,
  pickedUpAt: null,
  pickedUpBy: null,
  pickedUpById: null,
  confirmedAt: null,
  confirmedBy: null,
  secondsOut: null,
  ...step,
})

/** A tube that has been returned and waits to be put away in Box 03. */
export const aReturnedTube = (tube: Partial<ListedCustody> = {}): ListedCustody => ({
  id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  name: 'NB-P004-EDTA-2',
  alias: 'T0001230',
  type: 'PLASMA',
  custody: 'AVAILABLE',
  thawCount: 0,
  place: { storageId: 3, location: 'B4', path: 'Freezer 1 › Box 03 › B4' },
  person: { id: 'ada', name: 'Ada Lindqvist' },
  since: at,
  reason: '',
  purpose: '',
  expectedReturnAt: null,
  isOverdue: false,
  pickList: null,
  custodyEventId: 17,
  isToPutAway: true,
  freeCell: null,
  toConfirm: null,
  ...tube,
})

/** Step of a box that Ada carries to position A1 of Rack A. */
export const carriedStep = aMoveStep({
  to: {
    storageId: 9,
    code: 'STO0000009',
    alias: 'Rack A',
    position: 'A1',
    freezer: 'F2',
    path: 'F2 › Rack A › A1',
  },
  state: 'picked-up',
  pickedUpAt: '2026-11-20T08:00:00.000Z',
  pickedUpById: 'ada',
})

/** A tube that is to be picked, of a sample with no place. */
export const aPickItem = (tubeId: string, place: number): PickItem => ({
  place,
  sampleId: `01a21812-3a64-7be5-a697-00000000000${place}`,
  name: `NB-${place}`,
  tubeId,
  state: 'wanted',
  reason: '',
  changedAt: aPickList().createdAt,
  changedByName: 'Bo Chen',
  custody: 'RESERVED',
  changedSince: '',
  isToPutAway: false,
  storageId: null,
  rowCoordinate: null,
  columnCoordinate: null,
  position: '',
})
