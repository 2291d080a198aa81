import { z } from 'zod'
import { absoluteZeroC, maxInteger, Version } from './bounds.ts'
import { Custody } from './custody.ts'
import { PageQuery } from './paging.ts'
import { parameters } from './parameters.ts'
import { maskable, personal } from './personal.ts'
import { parseAxis } from './positions.ts'
import { requiredChoice } from './required-choice.ts'
import { SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { gridSize, StorageType, StorageTypeInput } from './storage-type.ts'
import { maxTextLength, optionalLine, pleaseInput, requiredLine } from './text.ts'
import { Millilitres } from './volume.ts'

export const idOfStorage = { error: 'must be the id of a storage' }

/** Queries, and some clients in bodies, have numbers as texts. Not `z.coerce`: null, false and '' would become 0. */
const fromDigits = (input: unknown) =>
  typeof input === 'string' && /^-?\d{1,10}$/.test(input) ? Number(input) : input

/** Ids of storages start at 1; 0 and negative numbers mean 'no storage'. */
export const StorageId = z.preprocess(
  fromDigits,
  z.number(idOfStorage).int(idOfStorage).min(-maxInteger, idOfStorage).max(maxInteger, idOfStorage),
)

/** The id of the storage that another one is put into. 0, elsewhere 'no storage', is refused. */
export const ParentStorageId = StorageId.refine((id) => id > 0, idOfStorage)

export const Storage = z.object({
  id: z.number().int(),
  alias: z.string(),
  type: StorageType,
  /** Number of cells: rows times columns. */
  capacity: z.number().int(),
  /** Number of cells that are not empty. */
  occupied: z.number().int(),
  /** Null at the top level. */
  parentID: z.number().int().nullable(),
  parentAlias: z.string().nullable(),
  /** The names of all storages around it, such as 'Freezer 1 › Rack A': each freezer has a Rack A. */
  parentPath: z.string().nullable(),
  /** The position label of its cell in the parent, such as B4. */
  position: z.string().nullable(),
  rowCoordinate: z.number().int().nullable(),
  columnCoordinate: z.number().int().nullable(),
  numberRows: z.number().int(),
  numberColumns: z.number().int(),
  rowPrefix: z.string(),
  columnPrefix: z.string(),
  /** °C; null: that of the storage around it. */
  nominalTemperatureC: z.number().nullable(),
  /** °C; its own nominal temperature, or that of the nearest storage around it that has one. */
  effectiveTemperatureC: z.number().nullable(),
  metadata: z.looseObject({ createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() }),
  version: z.number().int(),
})
export type Storage = z.infer<typeof Storage>

const sizeRange = `must be a whole number from ${gridSize.min} to ${gridSize.max}`
/** The number of rows or columns of a grid. `missing` is the text for none. */
export const gridSizeRule = (missing: string) =>
  z
    .number({ error: ({ input }) => (input === undefined || input === null ? missing : sizeRange) })
    .int(sizeRange)
    .min(gridSize.min, sizeRange)
    .max(gridSize.max, sizeRange)

/** Row or column number, starting at 1. */
export const Coordinate = z.number().int('must be a whole number').min(1, 'must be 1 or more').max(10_000)

const axisSentence = 'must be one or two letters or up to four digits: the first label of the axis'
const axis = (fallback: string) =>
  z
    .string()
    .trim()
    .nullish()
    .transform((input) => (input || fallback).toUpperCase())
    .refine((prefix) => parseAxis(prefix) !== undefined, axisSentence)

/** Default first labels of the axes: rows 1, 2 … and columns A, B … */
export const defaultAxes = { rowPrefix: '1', columnPrefix: 'A' } as const

/** The fields of the storage forms in display order. */
export const storageFields = {
  alias: { caption: 'Alias', isRequired: true },
  type: { caption: 'Type', isRequired: true },
  parentID: { caption: 'Parent ID', isRequired: true },
  numberRows: { caption: 'Rows', isRequired: true },
  numberColumns: { caption: 'Columns', isRequired: true },
  rowPrefix: { caption: 'Row Prefix', isRequired: false },
  columnPrefix: { caption: 'Column Prefix', isRequired: false },
  nominalTemperatureC: { caption: 'Nominal temperature (°C)', isRequired: false },
} as const

const maxNominalC = 100
const nominalRange = `must be a temperature from ${absoluteZeroC} to ${maxNominalC} °C`

export const StorageInput = parameters({
  alias: requiredLine(maxTextLength.name, pleaseInput('Alias')),
  type: requiredChoice(StorageTypeInput, pleaseInput('Type')).refine(
    (type) => type !== 'UNKNOWN',
    'type must be a freezer, shelf, drawer, rack or box',
  ),
  numberRows: gridSizeRule(pleaseInput('Rows')),
  numberColumns: gridSizeRule(pleaseInput('Columns')),
  rowPrefix: axis(defaultAxes.rowPrefix),
  columnPrefix: axis(defaultAxes.columnPrefix),
  /** °C; null: that of the storage around it. */
  nominalTemperatureC: z
    .number({ error: nominalRange })
    .min(absoluteZeroC, nominalRange)
    .max(maxNominalC, nominalRange)
    .nullish(),
})

/** How full a storage is, with everything inside it: the same measure on the dashboard and in the lists. */
export const TubeUsage = z.object({
  id: z.number().int(),
  /** Cells of all boxes inside, or of the storage itself if it is a box; `tubes` of them are occupied. */
  tubePlaces: z.number().int(),
  tubes: z.number().int(),
})
export type TubeUsage = z.infer<typeof TubeUsage>

export const maxUsagePerRequest = 100

const idsByCommas = 'must be ids of storages, separated by commas'

/** Ids separated by commas, such as '1,2'. */
export const StorageIdList = z
  .string(idsByCommas)
  .regex(/^\d{1,10}(,\d{1,10})*$/, { error: idsByCommas, abort: true })
  .max(maxUsagePerRequest * 11, { error: `may name at most ${maxUsagePerRequest} storages`, abort: true })
  .transform((list) => list.split(',').map(Number))
  .pipe(
    z
      .array(z.number().max(maxInteger, idsByCommas))
      .max(maxUsagePerRequest, `may name at most ${maxUsagePerRequest} storages`),
  )

/** Cell in the parent; defaults to the first free cell. */
const targetPlace = {
  /** 0 or null: top level. */
  parentID: StorageId.nullish(),
  rowCoordinate: Coordinate.nullish(),
  columnCoordinate: Coordinate.nullish(),
}

type TargetPlace = z.output<z.ZodObject<typeof targetPlace>>

/** Half a cell would be placed in the first free one. */
function refuseHalfCell({ rowCoordinate, columnCoordinate }: TargetPlace, context: z.RefinementCtx) {
  if (Boolean(rowCoordinate) === Boolean(columnCoordinate)) return
  context.addIssue({
    code: 'custom',
    path: [rowCoordinate ? 'columnCoordinate' : 'rowCoordinate'],
    message: 'rowCoordinate and columnCoordinate name a cell only together',
  })
}

export const AddStorageBody = StorageInput.extend(targetPlace).superRefine(refuseHalfCell)
export type AddStorageBody = z.infer<typeof AddStorageBody>

/**
 * Omitted fields keep their value. `parentID` 0 or null takes the storage out of its parent; without it, a cell is one
 * of the present parent.
 */
export const UpdateStorageBody = StorageInput.partial()
  .extend({
    ...targetPlace,
    id: StorageId,
    rowPrefix: axis(defaultAxes.rowPrefix).optional(),
    columnPrefix: axis(defaultAxes.columnPrefix).optional(),
    version: Version.optional(),
  })
  .superRefine(refuseHalfCell)
export type UpdateStorageBody = z.infer<typeof UpdateStorageBody>

export const StorageListQuery = PageQuery.extend({
  query: optionalLine(maxTextLength.search),
  type: StorageTypeInput.optional(),
  sort: z.enum(['alias', '-alias']).default('alias'),
})
export type StorageListQuery = z.infer<typeof StorageListQuery>

export const StorageListReply = z.object({ storages: z.array(Storage), totalStorages: z.number().int() })
export type StorageListReply = z.infer<typeof StorageListReply>

export const StorageChild = z.object({
  id: z.number().int(),
  alias: z.string(),
  type: StorageType,
  position: z.string(),
  rowCoordinate: z.number().int(),
  columnCoordinate: z.number().int(),
  capacity: z.number().int(),
  occupied: z.number().int(),
})
export type StorageChild = z.infer<typeof StorageChild>

/** The content of one cell, with everything that the grid displays. */
export const OccupancyEntry = z.object({
  position: z.string(),
  contentType: z.enum(['sample', 'storage']),
  contentId: z.string(),
  /** The tube ID of a sample or the alias of a storage. */
  contentAlias: z.string(),
  contentName: z.string(),
  rowCoordinate: z.number().int(),
  columnCoordinate: z.number().int(),
  sample: z
    .object({
      type: SampleType,
      status: SampleStatus,
      custody: Custody,
      /** The change of custody that holds; null for none. For `expected` of /samples/arrange. */
      custodyEventId: z.number().int().nullable(),
      volume: Millilitres,
      subjectId: personal(z.string().nullable()),
      ...maskable,
      batchId: z.uuid(),
      batchName: z.string(),
    })
    .optional(),
  storage: z.object({ type: StorageType, capacity: z.number().int(), occupied: z.number().int() }).optional(),
})
export type OccupancyEntry = z.infer<typeof OccupancyEntry>

/** Level 0 is the root. */
export const HierarchyEntry = z.object({
  id: z.number().int(),
  alias: z.string(),
  type: StorageType,
  level: z.number().int(),
})
export type HierarchyEntry = z.infer<typeof HierarchyEntry>
