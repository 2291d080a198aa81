/** What an event is about, and whether it holds what was before and what is after. */
type AuditRule = {
  entityType: 'sample' | 'batch' | 'storage' | 'session' | 'scan' | 'sample or batch'
  before: boolean
  after: boolean
}

const made = { before: false, after: true } as const
const changed = { before: true, after: true } as const
const happened = { before: false, after: false } as const

/** Every action of the audit trail. */
export const auditActions = {
  'session.open': { entityType: 'session', ...happened },
  'session.close': { entityType: 'session', ...happened },
  'sample.create': { entityType: 'sample', ...made },
  'sample.add-child': { entityType: 'sample', ...made },
  'sample.update': { entityType: 'sample', ...changed },
  'sample.receive': { entityType: 'sample', ...changed },
  'sample.update-lifecycle': { entityType: 'sample', ...changed },
  'sample.update-statuses': { entityType: 'sample', ...changed },
  'sample.undo-status': { entityType: 'sample', ...changed },
  'sample.place': { entityType: 'sample', ...made },
  'sample.move': { entityType: 'sample', ...changed },
  'sample.take-out': { entityType: 'sample', ...changed },
  'sample.arrange': { entityType: 'sample', ...changed },
  'sample.link-bam': { entityType: 'sample', ...changed },
  'sample.doubt-bam': { entityType: 'sample', ...changed },
  'sample.delete': { entityType: 'sample', ...changed },
  'sample.restore': { entityType: 'sample', ...made },
  'batch.create': { entityType: 'batch', ...made },
  'batch.import': { entityType: 'batch', ...made },
  'batch.update': { entityType: 'batch', ...changed },
  'batch.delete': { entityType: 'batch', ...changed },
  'batch.restore': { entityType: 'batch', ...made },
  'storage.create': { entityType: 'storage', ...made },
  'storage.update': { entityType: 'storage', ...changed },
  'storage.delete': { entityType: 'storage', ...changed },
  'storage.restore': { entityType: 'storage', ...made },
  'print-run.start': { entityType: 'sample or batch', ...made },
  'print-run.resume': { entityType: 'sample or batch', ...changed },
  'print-run.end': { entityType: 'sample or batch', ...changed },
  'print-label.settle': { entityType: 'sample', ...changed },
  'scan.begin': { entityType: 'scan', ...happened },
} as const satisfies Record<string, AuditRule>

export type AuditAction = keyof typeof auditActions
