/** The kind of record that an action is about, and whether its event stores the record before and after the change. */
type AuditRule = {
  entityType:
    | 'sample'
    | 'batch'
    | 'storage'
    | 'session'
    | 'scan'
    | 'person'
    | 'token'
    | 'subject'
    | 'view'
    | 'pick-list'
    | 'stock-take'
    | 'database'
    | 'sample or batch'
  before: boolean
  after: boolean
}

const creation = { before: false, after: true } as const
const update = { before: true, after: true } as const
const occurrence = { before: false, after: false } as const

/** All actions of the audit trail, as stored in `audit_event.action`. */
export const auditActions = {
  'session.open': { entityType: 'session', ...occurrence },
  'session.close': { entityType: 'session', ...occurrence },
  'sample.create': { entityType: 'sample', ...creation },
  'sample.add-child': { entityType: 'sample', ...creation },
  'sample.take-volume': { entityType: 'sample', ...update },
  'sample.undo-add-child': { entityType: 'sample', ...update },
  'sample.return-volume': { entityType: 'sample', ...update },
  'sample.update': { entityType: 'sample', ...update },
  'sample.receive': { entityType: 'sample', ...update },
  'sample.update-lifecycle': { entityType: 'sample', ...update },
  'sample.update-statuses': { entityType: 'sample', ...update },
  'sample.undo-status': { entityType: 'sample', ...update },
  'sample.place': { entityType: 'sample', ...creation },
  'sample.move': { entityType: 'sample', ...update },
  'sample.take-out': { entityType: 'sample', ...update },
  'sample.arrange': { entityType: 'sample', ...update },
  'custody.check-out': { entityType: 'sample', ...update },
  'custody.return': { entityType: 'sample', ...update },
  'custody.find': { entityType: 'sample', ...update },
  'custody.put-away': { entityType: 'sample', ...occurrence },
  'custody.set': { entityType: 'sample', ...update },
  'custody.undo': { entityType: 'sample', ...update },
  'custody.confirm-thaw': { entityType: 'sample', ...creation },
  'custody.reserve': { entityType: 'sample', ...update },
  'custody.release': { entityType: 'sample', ...update },
  'custody.pick': { entityType: 'sample', ...update },
  'custody.pick-not-found': { entityType: 'sample', ...update },
  'custody.missing-again': { entityType: 'sample', ...update },
  'custody.undo-pick': { entityType: 'sample', ...update },
  'custody.count': { entityType: 'sample', ...update },
  'custody.undo-count': { entityType: 'sample', ...update },
  'sample.link-bam': { entityType: 'sample', ...update },
  'sample.doubt-bam': { entityType: 'sample', ...update },
  'sample.export': { entityType: 'database', ...creation },
  'sample.delete': { entityType: 'sample', ...update },
  'sample.restore': { entityType: 'sample', ...creation },
  'batch.create': { entityType: 'batch', ...creation },
  'batch.import': { entityType: 'batch', ...creation },
  'batch.export': { entityType: 'batch', ...creation },
  'batch.update': { entityType: 'batch', ...update },
  'batch.delete': { entityType: 'batch', ...update },
  'batch.restore': { entityType: 'batch', ...creation },
  'storage.create': { entityType: 'storage', ...creation },
  'storage.update': { entityType: 'storage', ...update },
  'storage.delete': { entityType: 'storage', ...update },
  'storage.restore': { entityType: 'storage', ...creation },
  'move.start': { entityType: 'storage', ...creation },
  'move.pick-up': { entityType: 'storage', ...creation },
  'move.confirm': { entityType: 'storage', ...update },
  'move.replan': { entityType: 'storage', ...creation },
  'move.undo-step': { entityType: 'storage', ...update },
  'move.undo': { entityType: 'storage', ...update },
  'move.close': { entityType: 'storage', ...creation },
  'print-run.start': { entityType: 'sample or batch', ...creation },
  'print-run.resume': { entityType: 'sample or batch', ...update },
  'print-run.end': { entityType: 'sample or batch', ...update },
  'print-label.settle': { entityType: 'sample', ...update },
  'scan.begin': { entityType: 'scan', ...occurrence },
  'roles.turn-on': { entityType: 'person', ...update },
  'person.set-role': { entityType: 'person', ...update },
  'person.deactivate': { entityType: 'person', ...update },
  'person.reactivate': { entityType: 'person', ...update },
  'person.end-sessions': { entityType: 'person', ...update },
  'person.create-service': { entityType: 'person', ...creation },
  'token.create': { entityType: 'token', ...creation },
  'token.revoke': { entityType: 'token', ...update },
  'view.save': { entityType: 'view', ...creation },
  'view.delete': { entityType: 'view', before: true, after: false },
  'pick-list.create': { entityType: 'pick-list', ...creation },
  'pick-list.export': { entityType: 'pick-list', ...creation },
  'pick-list.close': { entityType: 'pick-list', ...update },
  'stock-take.start': { entityType: 'stock-take', ...creation },
  'stock-take.scan': { entityType: 'stock-take', ...creation },
  'stock-take.scan-rack': { entityType: 'stock-take', ...creation },
  'stock-take.finish-box': { entityType: 'stock-take', ...creation },
  'stock-take.apply': { entityType: 'stock-take', ...update },
  'stock-take.export': { entityType: 'stock-take', ...creation },
  'stock-take.undo': { entityType: 'stock-take', ...update },
  'stock-take.cancel': { entityType: 'stock-take', ...update },
  'subject.reveal': { entityType: 'sample', ...occurrence },
  'subject.erase': { entityType: 'subject', ...creation },
  'temperature.post': { entityType: 'storage', ...creation },
  'temperature.set-limits': { entityType: 'storage', ...update },
  'temperature.acknowledge': { entityType: 'storage', ...creation },
  'storage.print-label': { entityType: 'storage', ...creation },
  'audit.export': { entityType: 'database', ...creation },
  'database.restore': { entityType: 'database', ...creation },
  'database.rotate-key': { entityType: 'database', ...creation },
} as const satisfies Record<string, AuditRule>

export type AuditAction = keyof typeof auditActions
