import { z } from 'zod'
import { Custody } from './custody.ts'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { parameters } from './parameters.ts'
import { OfferedMove } from './sample-location.ts'
import { SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { StorageId } from './storage.ts'
import { optionalText } from './text.ts'

/** Supported file formats of rack readers. */
export const RackFormat = z.enum([
  'visionmate-table',
  'visionmate-list',
  'ziath-json',
  'micronic-json',
  'micronic-csv',
  'position-list',
])
export type RackFormat = z.infer<typeof RackFormat>

export const rackFormatNames: Record<RackFormat, string> = {
  'visionmate-table': 'VisionMate table',
  'visionmate-list': 'VisionMate list',
  'ziath-json': 'Ziath JSON',
  'micronic-json': 'Micronic JSON',
  'micronic-csv': 'Micronic CSV',
  'position-list': 'Positions and tubes',
}

/**
 * How positions in the file are interpreted: 'slas' means letter = row, number = column; 'own' means as the box labels
 * its cells.
 */
export const AxisConvention = z.enum(['slas', 'own'])
export type AxisConvention = z.infer<typeof AxisConvention>

/** Characters. */
export const maxRackFileLength = 500_000

export const PreviewRackBody = parameters({
  storageId: StorageId,
  fileName: optionalText(255),
  /** Content of the file as text. */
  content: z
    .string()
    .max(maxRackFileLength, `must be at most ${formatNumber(maxRackFileLength)} characters long`),
  /** If omitted, the server assumes the one that fits better. */
  convention: AxisConvention.nullish(),
})
export type PreviewRackBody = z.infer<typeof PreviewRackBody>

/** A tube as displayed in the preview. */
export const RackTube = z.object({
  sampleId: z.uuid(),
  name: z.string(),
  alias: z.string(),
  type: SampleType,
  status: SampleStatus,
})
export type RackTube = z.infer<typeof RackTube>

const cell = {
  rowCoordinate: z.number().int(),
  columnCoordinate: z.number().int(),
  /** Position label of the box. */
  position: z.string(),
}

export const RackEntryState = z.enum(['same', 'moved', 'new', 'unknown', 'empty', 'unreadable'])
export type RackEntryState = z.infer<typeof RackEntryState>

/**
 * What applying the file records of a tube besides its cell. returned: it is checked out. found: it is missing.
 * put-away: it has returned, and waits to be put away.
 */
export const RackArrival = z.enum(['returned', 'found', 'put-away'])
export type RackArrival = z.infer<typeof RackArrival>

/** What the scan found in one cell. */
export const RackEntry = z.object({
  ...cell,
  /** Line of the file, or index of the JSON entry, starting at 1. */
  line: z.number().int(),
  /** The code that was read; empty if there was none. */
  code: z.string(),
  /**
   * same: registered in this cell. moved: registered in another cell. new: known, but not in storage.
   * unknown: no sample has this code. empty: no tube. unreadable: a tube whose code could not be read.
   */
  state: RackEntryState,
  sample: RackTube.optional(),
  /** Absent if only the cell of the tube is recorded. One that is 'same' and has it is among the `moves`. */
  arrival: RackArrival.optional(),
  /** Set if the tube is depleted or disposed of on record: it cannot be placed, and is not among the `moves`. */
  outOfUse: Custody.extract(['DEPLETED', 'DISPOSED']).optional(),
  /** True if it came from outside and waits to be received: applying the file leaves its status as it is. */
  isToReceive: z.literal(true).optional(),
  /** The cell where a moved tube is registered. */
  from: z
    .object({
      storageId: z.number().int(),
      ...cell,
      /** Aliases from the root to the position: Freezer 1 › Rack A › Box 3 › B4. */
      path: z.string(),
    })
    .optional(),
})
export type RackEntry = z.infer<typeof RackEntry>

/** A tube that is registered in a cell of the box, and the change of custody that holds; null for none. */
export const RegisteredTube = z.object({
  ...RackTube.shape,
  custody: Custody,
  custodyEventId: z.number().int().nullable(),
  ...cell,
})
export type RegisteredTube = z.infer<typeof RegisteredTube>

/**
 * A tube that is registered in the box but was not found anywhere in the scan. One that is checked out or missing on
 * record is listed only if it is in the way.
 */
export const MissingTube = z.object({
  ...RegisteredTube.shape,
  /**
   * True if the scan found another known tube in its cell, which cannot be placed while this one is registered there.
   */
  isInTheWay: z.boolean(),
})
export type MissingTube = z.infer<typeof MissingTube>

export const PreviewRackReply = z.object({
  format: RackFormat,
  convention: AxisConvention,
  isConventionAssumed: z.boolean(),
  /** Whether the other convention also fits this box and gives other cells. */
  isConventionSwitchable: z.boolean(),
  /**
   * For each convention, the number of tubes that are registered where the scan found them. The assumed one has the
   * most.
   */
  inPlace: z.record(AxisConvention, z.number().int()),
  entries: z.array(RackEntry),
  missing: z.array(MissingTube),
  /** Tubes that the scan did not find, as recorded: they are checked out or missing, and keep their cells. */
  away: z.array(RegisteredTube),
  /** Warnings that do not prevent the import. */
  problems: z.array(z.object({ line: z.number().int(), message: z.string() })),
  /** Pass to /samples/arrange; missing tubes are not included. */
  moves: z.array(OfferedMove),
  expected: z.array(OfferedMove.extend({ custodyEventId: z.number().int().nullable() })),
})
export type PreviewRackReply = z.infer<typeof PreviewRackReply>

export const racksApi = {
  preview: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/racks/preview',
    permission: 'placement.edit',
    summary: 'Preview what a rack-reader file would change in a box; changes nothing',
    body: PreviewRackBody,
    reply: PreviewRackReply,
  }),
}
