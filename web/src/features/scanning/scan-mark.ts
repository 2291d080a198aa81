/** How an outcome looks: a sign for those who see no colours, and a colour. */
export type ScanMark = { sign: string; tone: 'good' | 'info' | 'problem' | 'neutral' }

/** The marks of the states that scans of all pages have. */
export const commonMarks = {
  waiting: { sign: '…', tone: 'neutral' },
  sending: { sign: '…', tone: 'neutral' },
  undone: { sign: '↩', tone: 'neutral' },
  refused: { sign: '!', tone: 'problem' },
  unsent: { sign: '!', tone: 'problem' },
} as const satisfies Record<string, ScanMark>

type Unfinished = { state: 'waiting' | 'sending' } | { state: 'refused' | 'unsent'; reason: string }

/** What a list says about a scan that the server has not accepted. */
export function describeUnfinished(progress: Unfinished): string {
  switch (progress.state) {
    case 'waiting':
      return 'waiting'
    case 'sending':
      return 'being sent'
    case 'unsent':
      return `not sent yet: ${progress.reason}`
    case 'refused':
      return progress.reason
  }
}
