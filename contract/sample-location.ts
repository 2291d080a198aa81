import { z } from 'zod'
import { EventId } from './bounds.ts'
import { IdInput } from './id-input.ts'
import { PageQuery } from './paging.ts'
import { parameters } from './parameters.ts'
import { StatusInput } from './sample-status.ts'
import { Sample } from './samples.ts'
import { scannedAt } from './scan-time.ts'
import { Coordinate, HierarchyEntry, StorageId } from './storage.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, requiredText } from './text.ts'

/** Location of a sample. If it is not in storage: storageId 0, coordinates null, location empty. */
export const SampleLocation = z.object({
  sampleId: z.uuid(),
  storageId: z.number().int(),
  /** The position label of its cell, such as B4. */
  location: z.string(),
  inStorage: z.boolean(),
  rowCoordinate: z.number().int().nullable(),
  columnCoordinate: z.number().int().nullable(),
  /** The storages that contain it, root first. */
  path: z.array(HierarchyEntry),
})
export type SampleLocation = z.infer<typeof SampleLocation>

export const SampleLocationReply = SampleLocation.extend({
  /** The change of custody that holds; null for none. For `expected` of /samples/update-location. */
  custodyEventId: z.number().int().nullable(),
})
export type SampleLocationReply = z.infer<typeof SampleLocationReply>

/** The changes of custody that placing has made: missing tubes were found, checked-out ones have returned. */
const CustodyEventIds = z.array(z.number().int())

export const LocationReply = z.object({
  success,
  ...SampleLocation.shape,
  /** Absent if the sample was not placed. */
  custodyEventIds: CustodyEventIds.optional(),
})
export type LocationReply = z.infer<typeof LocationReply>

const cell = {
  storageId: StorageId,
  rowCoordinate: Coordinate.nullish(),
  columnCoordinate: Coordinate.nullish(),
}

/** A cell of a storage by its coordinates, its label or both; none if all are missing. */
export type CellReference = {
  rowCoordinate?: number | null | undefined
  columnCoordinate?: number | null | undefined
  location?: string | undefined
}

/** A program that did not find the storage must not take the tube out of the cell it is in. */
const hasStorageForCell = ({
  storageId,
  rowCoordinate,
  columnCoordinate,
  location,
}: CellReference & { storageId: number }) => storageId > 0 || !(rowCoordinate || columnCoordinate || location)
const needsStorage = { error: 'must be the id of the storage that has the cell', path: ['storageId'] }

/** A cell of a storage; storageId 0 is outside of storage. */
export const CellInput = parameters(cell)
export type CellInput = z.infer<typeof CellInput>

const expectedCell = {
  ...cell,
  /** The change of custody that the client believes to hold, null for none; absent if any may hold. */
  custodyEventId: EventId.nullish(),
}

/** The cell in which the client believes a sample to be. */
const ExpectedCell = parameters(expectedCell)
export type ExpectedCell = z.infer<typeof ExpectedCell>

/**
 * The cell is given by its coordinates or by its label. With `scannedAt` the sample counts as placed then, unless its
 * place was recorded since; refused if the tube was checked out, placed or taken out of storage since. A time that is
 * not accepted is replaced by that of the request.
 */
export const AssociateSampleBody = parameters({
  sampleId: IdInput,
  ...cell,
  location: optionalText(20),
  scannedAt,
  /** The change of custody that the client believes to hold, null for none. If another one holds, it is not placed. */
  custodyEventId: EventId.nullish(),
})
export type AssociateSampleBody = z.infer<typeof AssociateSampleBody>

const TargetLocation = parameters({
  sampleId: IdInput,
  ...cell,
  location: optionalText(20),
}).refine(hasStorageForCell, needsStorage)

/** Places or moves a sample; storageId 0 or below takes it out of storage. */
export const UpdateLocationBody = parameters({
  sampleLocation: TargetLocation,
  /** If the sample is somewhere else, or its custody has changed, it is not moved. */
  expected: ExpectedCell.optional(),
})
export type UpdateLocationBody = z.infer<typeof UpdateLocationBody>

/** Validation rules of the Location dialog. */
export const LocationForm = z.object({
  storageId: z.number({ error: 'Please select a storage location' }),
  location: requiredText(20, 'Please input location'),
})

export const OrphanSamplesQuery = PageQuery.extend({
  searchText: optionalText(maxTextLength.search),
  status: StatusInput.optional(),
})
export type OrphanSamplesQuery = z.infer<typeof OrphanSamplesQuery>

export const OrphanSample = Sample.extend({
  /** The change of custody that holds; null for none. For /samples/associate. */
  custodyEventId: z.number().int().nullable(),
})
export type OrphanSample = z.infer<typeof OrphanSample>

export const OrphanSamplesReply = z.object({
  samples: z.array(OrphanSample),
  totalSamples: z.number().int(),
  totalIsExact: z.boolean(),
})

export const maxMovesPerRequest = 2500

/** A sample and its new cell; storageId 0 takes it out of storage. */
export const Move = parameters({ sampleId: IdInput, ...cell }).refine(hasStorageForCell, needsStorage)
export type Move = z.infer<typeof Move>

/** A move as replies hold it, to be sent to /samples/arrange. */
export const OfferedMove = z.object({ ...cell, sampleId: z.uuid(), storageId: z.number().int() })

/** Where the client believes a sample to be. */
const ExpectedPlace = parameters({ sampleId: IdInput, ...expectedCell }).refine(
  hasStorageForCell,
  needsStorage,
)
export type ExpectedPlace = z.infer<typeof ExpectedPlace>

/** All or nothing, in one step, so that tubes can swap places. */
export const ArrangeSamplesBody = parameters({
  moves: z.array(Move).min(1).max(maxMovesPerRequest),
  /** If a sample is somewhere else, or its custody has changed, nothing is moved. */
  expected: z.array(ExpectedPlace).max(maxMovesPerRequest).optional(),
  /**
   * Marks the request as the undo of another: no person has the tubes in hand, so none is found or has returned. The
   * changes of custody that the other request made, as its reply names them, are undone too.
   */
  undo: parameters({
    custodyEventIds: z.array(EventId).max(maxMovesPerRequest),
  }).optional(),
  /** As in `AssociateSampleBody`. */
  scannedAt,
})
export type ArrangeSamplesBody = z.infer<typeof ArrangeSamplesBody>

export const ArrangeSamplesReply = z.object({
  success,
  count: z.number().int(),
  /** The moves that undo this request. */
  before: z.array(OfferedMove),
  /** Absent in the reply of a repeated request that an earlier version has saved. */
  custodyEventIds: CustodyEventIds.optional(),
})
export type ArrangeSamplesReply = z.infer<typeof ArrangeSamplesReply>
