import { z } from 'zod'

/** Every so many labels; 0 never. */
const EveryNth = z.number().int().min(0).max(10_000).default(0)

/** What is wrong with the stand-in. Everything is well by default. */
export const Faults = z.strictObject({
  /** `gone` closes every connection without an answer; `html` answers like some other program. */
  agent: z.enum(['running', 'gone', 'html']).default('running'),
  version: z.enum(['current', 'old']).default('current'),
  /** Labels for a printer that is paused, open or empty wait in it until it is ready. */
  printer: z.enum(['ready', 'paused', 'head-open', 'media-out', 'unplugged']).default('ready'),
  /** Many printers do not answer while they are open or empty. */
  isSilent: z.boolean().default(false),
  /** How long it takes over each label. */
  slowMs: z.number().int().min(0).max(120_000).default(0),
  failEvery: EveryNth,
  /** The connection is cut before the label was taken. */
  cutBeforeEvery: EveryNth,
  /** The connection is cut after the label was printed. */
  cutAfterEvery: EveryNth,
})
export type Faults = z.infer<typeof Faults>

export const noFaults: Faults = Faults.parse({})
