import { formatCount } from '@lims/contract/format-count.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { Activity } from '@lims/contract/stats.ts'

/** A sentence such as 'moved 3 samples to QC PASS': the text before and after the objects. */
type Words = { before: string; after?: string }

const verbs: Record<string, Words> = {
  'sample.create': { before: 'created' },
  'sample.update': { before: 'edited' },
  'sample.export': { before: 'exported samples' },
  'sample.delete': { before: 'deleted' },
  'sample.restore': { before: 'brought back' },
  'sample.receive': { before: 'received' },
  'sample.undo-status': { before: 'undid the last status of' },
  'sample.add-child': { before: 'derived children of' },
  'sample.take-volume': { before: 'took volume from' },
  'sample.undo-add-child': { before: 'undid the creation of children of' },
  'sample.return-volume': { before: 'gave volume back to' },
  'sample.place': { before: 'stored' },
  'sample.move': { before: 'moved' },
  'sample.arrange': { before: 'placed' },
  'sample.take-out': { before: 'took', after: 'out of storage' },
  'custody.check-out': { before: 'checked out' },
  'custody.return': { before: 'returned' },
  'custody.find': { before: 'found' },
  'custody.put-away': { before: 'put away' },
  'custody.set': { before: 'changed the custody of' },
  'custody.undo': { before: 'undid a custody change of' },
  'custody.confirm-thaw': { before: 'confirmed a freeze-thaw cycle of' },
  'sample.link-bam': { before: 'linked BAM files to' },
  'sample.doubt-bam': { before: 'put the BAM links of', after: 'in doubt' },
  'batch.create': { before: 'registered' },
  'batch.update': { before: 'edited' },
  'batch.delete': { before: 'deleted' },
  'batch.restore': { before: 'brought back' },
  'batch.export': { before: 'exported the samples of' },
  'batch.import': { before: 'imported samples into' },
  'storage.create': { before: 'added' },
  'storage.update': { before: 'changed' },
  'storage.delete': { before: 'deleted' },
  'storage.restore': { before: 'brought back' },
  'move.start': { before: 'planned to empty' },
  'move.pick-up': { before: 'took', after: 'out of the cold' },
  'move.confirm': { before: 'moved' },
  'move.replan': { before: 'planned again how to empty' },
  'move.undo-step': { before: 'undid a step of' },
  'move.undo': { before: 'undid the move of' },
  'move.close': { before: 'closed the move of' },
  'print-run.start': { before: 'printed labels of' },
  'print-run.resume': { before: 'resumed the printing of' },
  'print-run.end': { before: 'ended the printing of' },
  'print-label.settle': { before: 'recorded the outcome of the labels of' },
  'view.save': { before: 'saved a view' },
  'view.delete': { before: 'deleted a view' },
  'roles.turn-on': { before: 'turned on roles' },
  'person.rename': { before: 'changed a name' },
  'person.change-email': { before: 'changed an e-mail address' },
  'person.set-role': { before: 'changed a role' },
  'person.deactivate': { before: 'deactivated a person' },
  'person.reactivate': { before: 'reactivated a person' },
  'person.end-sessions': { before: 'ended the sessions of a person' },
  'person.create-service': { before: 'created a service account' },
  'token.create': { before: 'created a token' },
  'token.revoke': { before: 'revoked a token' },
  'pick-list.create': { before: 'created a pick list' },
  'pick-list.export': { before: 'exported a pick list' },
  'pick-list.close': { before: 'closed a pick list' },
  'custody.reserve': { before: 'reserved' },
  'custody.release': { before: 'released' },
  'custody.pick': { before: 'picked' },
  'custody.pick-not-found': { before: 'did not find' },
  'custody.missing-again': { before: 'made', after: 'missing again by an undo' },
  'custody.undo-pick': { before: 'undid the pick of' },
  'custody.count': { before: 'corrected the record of', after: 'by a stock-take' },
  'custody.undo-count': { before: 'undid a stock-take result of' },
  'stock-take.start': { before: 'started a stock-take' },
  'stock-take.scan': { before: 'counted tubes of a stock-take' },
  'stock-take.scan-rack': { before: 'counted a rack file of a stock-take' },
  'stock-take.finish-box': { before: 'finished a box of a stock-take' },
  'stock-take.apply': { before: 'accepted the differences of a stock-take' },
  'stock-take.export': { before: 'exported the report of a stock-take' },
  'stock-take.undo': { before: 'undid the differences of a stock-take' },
  'stock-take.cancel': { before: 'cancelled a stock-take' },
  'subject.reveal': { before: 'revealed the subject ID of' },
  'subject.erase': { before: 'erased a subject' },
  'temperature.post': { before: 'added temperatures of' },
  'temperature.set-limits': { before: 'changed the temperature limits of' },
  'temperature.acknowledge': { before: 'acknowledged a temperature alarm of' },
  'storage.print-label': { before: 'printed the label of' },
  'audit.export': { before: 'exported the audit trail' },
  'database.restore': { before: 'restored a backup' },
  'database.rotate-key': { before: 'replaced the signing key' },
  'scan.begin': { before: 'started a scan of the data repository' },
}

const ofVariant: Record<NonNullable<Activity['variant']>, Words> = {
  'taken-out': { before: 'took', after: 'out of storage' },
  'not-found': { before: 'undid the not-found report of' },
}

export function describeAction({
  action,
  toStatus,
  variant,
}: Pick<Activity, 'action' | 'toStatus' | 'variant'>): Words {
  if (variant) return ofVariant[variant]
  if (toStatus) return { before: 'moved', after: `to ${displayName(toStatus)}` }
  return verbs[action] ?? { before: 'changed' }
}

const nouns: Record<string, readonly [string, string]> = {
  sample: ['sample', 'samples'],
  batch: ['batch', 'batches'],
  storage: ['storage', 'storages'],
}

/** '17 samples'; undefined for a type that is not a sample, batch or storage. */
export function countObjects({
  entityType,
  things,
}: Pick<Activity, 'entityType' | 'things'>): string | undefined {
  const noun = nouns[entityType]
  return noun && formatCount(things, ...noun)
}
