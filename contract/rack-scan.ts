import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { Move } from './sample-location.ts'
import { SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { StorageId } from './storage.ts'
import { optionalText } from './text.ts'

/** The files of rack readers that are understood. */
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

/** How the file's positions are read: 'slas' means letter = row, number = column; 'own' means as the box labels its cells. */
export const AxisConvention = z.enum(['slas', 'own'])
export type AxisConvention = z.infer<typeof AxisConvention>

const maxFileLength = 500_000

export const PreviewRackBody = parameters({
  storageId: StorageId,
  fileName: optionalText(255),
  /** The file as text. */
  content: z
    .string()
    .max(maxFileLength, `must be at most ${maxFileLength.toLocaleString('en')} characters long`),
  /** Left out, it is assumed. */
  convention: AxisConvention.nullish(),
})
export type PreviewRackBody = z.infer<typeof PreviewRackBody>

/** A tube as it is drawn in the preview. */
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
  /** As the box labels the cell. */
  position: z.string(),
}

export const RackEntryState = z.enum(['same', 'moved', 'new', 'unknown', 'empty', 'unreadable'])
export type RackEntryState = z.infer<typeof RackEntryState>

/** What the scan shows in one cell. */
export const RackEntry = z.object({
  ...cell,
  /** The line of the file, or the entry of its JSON, counted from 1. */
  line: z.number().int(),
  /** What was read; empty when nothing was. */
  code: z.string(),
  /**
   * same: it stands there already. moved: it is registered in another cell. new: it is known and in no storage.
   * unknown: no such tube. empty: no tube. unreadable: a tube, but nobody knows which.
   */
  state: RackEntryState,
  sample: RackTube.optional(),
  /** Where a moved tube is registered. */
  from: z
    .object({
      storageId: z.number().int(),
      ...cell,
      /** Aliases, root first, ending in the position: Freezer 1 › Rack A › Box 3 › B4. */
      path: z.string(),
    })
    .optional(),
})
export type RackEntry = z.infer<typeof RackEntry>

/** A tube that is registered in a cell in which the scan shows something else, and nowhere else in the scan. */
export const MissingTube = z.object({
  ...RackTube.shape,
  ...cell,
  /** The scan shows another known tube in its cell: as long as it is registered there, that one cannot be. */
  isInTheWay: z.boolean(),
})
export type MissingTube = z.infer<typeof MissingTube>

export const PreviewRackReply = z.object({
  format: RackFormat,
  convention: AxisConvention,
  isConventionAssumed: z.boolean(),
  /** Whether the other convention fits this box as well, and means other cells. */
  isConventionSwitchable: z.boolean(),
  /** How many tubes are registered where the scan shows them, read by each convention. The assumed one has the most. */
  inPlace: z.record(AxisConvention, z.number().int()),
  entries: z.array(RackEntry),
  missing: z.array(MissingTube),
  /** What a person should know although it stops nothing. */
  problems: z.array(z.object({ line: z.number().int(), message: z.string() })),
  /** For /samples/arrange; missing tubes are not among them. */
  moves: z.array(z.object({ ...Move.shape, sampleId: z.uuid() })),
  expected: z.array(z.object({ ...Move.shape, sampleId: z.uuid() })),
})
export type PreviewRackReply = z.infer<typeof PreviewRackReply>

export const racksApi = {
  preview: endpoint({
    method: 'POST',
    path: '/racks/preview',
    summary: 'What a rack-reader file would change in a box; changes nothing',
    body: PreviewRackBody,
    reply: PreviewRackReply,
  }),
}
