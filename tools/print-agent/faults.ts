import { z } from 'zod'

/** 0 means never. */
const EveryNth = z.number().int().min(0).max(10_000).default(0)

/** Faults of the simulator; none by default. */
export const Faults = z.strictObject({
  /** `gone` closes every connection without a reply; `html` replies like another program. */
  agent: z.enum(['running', 'gone', 'html']).default('running'),
  version: z.enum(['current', 'old']).default('current'),
  /** A printer that is paused, open or out of labels queues its labels until it is ready. */
  printer: z.enum(['ready', 'paused', 'head-open', 'media-out', 'unplugged']).default('ready'),
  /** Does not reply to ~HS, as many printers do while they are open or out of labels. */
  isSilent: z.boolean().default(false),
  /** Delay per label. */
  slowMs: z.number().int().min(0).max(120_000).default(0),
  failEvery: EveryNth,
  /** Closes the connection before the label is accepted. */
  cutBeforeEvery: EveryNth,
  /** Closes the connection after the label was printed. */
  cutAfterEvery: EveryNth,
})
export type Faults = z.infer<typeof Faults>

export const noFaults: Faults = Faults.parse({})
