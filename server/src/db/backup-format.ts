import { z } from 'zod'

/**
 * A backup is gzip of lines: a head, each row as its table, a tab and JSON, and an end that counts the rows and has
 * the SHA-256 of every byte before it. It belongs to no engine, so what one wrote the other restores.
 */
export const backupFormat = 'lims-backup-2'
/** Has no digest: only its counts can be checked. */
const formatWithoutDigest = 'lims-backup-1'

export const BackupHead = z.object({
  format: z.enum([backupFormat, formatWithoutDigest]),
  /** The last migration of the database that was saved. */
  migration: z.string(),
  madeAt: z.iso.datetime(),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type BackupHead = z.infer<typeof BackupHead>

export const Counts = z.record(z.string(), z.number().int())
export type Counts = z.infer<typeof Counts>

export const BackupEnd = z.object({ counts: Counts, sha256: z.string().optional() })
