import type { SampleStatus } from '@lims/contract/sample-status.ts'

/** A sign for each status, for people who cannot tell the colours apart. */
export const statusSigns: Record<SampleStatus, string> = {
  UNKNOWN: '?',
  COLLECTED: '◔',
  RECEIVED: '◑',
  PROCESSED: '◕',
  QC_PASS: '✓',
  QC_FAIL: '✕',
  SEQUENCED: '●',
  SENT_TO_C2N: '➜',
}

/** The colours of a status, as CSS variables that theme.css defines for light and dark mode. */
export function statusColours(status: SampleStatus): { ink: string; tint: string } {
  const name = status.toLowerCase().replaceAll('_', '-')
  return { ink: `var(--status-${name}-ink)`, tint: `var(--status-${name}-tint)` }
}
