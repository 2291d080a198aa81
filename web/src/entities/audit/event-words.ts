import type { AuditAction } from '@lims/contract/audit.ts'

/** The kinds by which a history is filtered. */
export type EventKind = 'status' | 'place' | 'fields' | 'labels' | 'other'

/** What a person did. 'it' stands for the record. */
type Words = { did: string; kind: EventKind }

const fields = (did: string): Words => ({ did, kind: 'fields' })
const status = (did: string): Words => ({ did, kind: 'status' })
const place = (did: string): Words => ({ did, kind: 'place' })
const labels = (did: string): Words => ({ did, kind: 'labels' })
const other = (did: string): Words => ({ did, kind: 'other' })

export const eventWords: Record<AuditAction, Words> = {
  'session.open': other('signed in'),
  'session.close': other('signed out'),
  'sample.create': fields('registered it'),
  'sample.add-child': fields('derived children of it'),
  'sample.take-volume': fields('took volume from it'),
  'sample.undo-add-child': fields('undid its children'),
  'sample.return-volume': fields('gave volume back to it'),
  'sample.update': fields('edited it'),
  'sample.receive': status('received it'),
  'sample.update-lifecycle': status('changed its status'),
  'sample.update-statuses': status('changed its status'),
  'sample.undo-status': status('undid its last status'),
  'sample.place': place('stored it'),
  'sample.move': place('moved it'),
  'sample.take-out': place('took it out of storage'),
  'sample.arrange': place('moved it'),
  'sample.link-bam': fields('linked its BAM file'),
  'sample.doubt-bam': fields('put its BAM link in doubt'),
  'sample.delete': other('deleted it'),
  'sample.restore': other('brought it back'),
  'batch.create': fields('registered it'),
  'batch.import': fields('imported samples into it'),
  'batch.update': fields('edited it'),
  'batch.delete': other('deleted it'),
  'batch.restore': other('brought it back'),
  'storage.create': fields('added it'),
  'storage.update': fields('changed it'),
  'storage.delete': other('deleted it'),
  'storage.restore': other('brought it back'),
  'print-run.start': labels('printed its label'),
  'print-run.resume': labels('resumed the printing of its labels'),
  'print-run.end': labels('ended the printing of its labels'),
  'print-label.settle': labels('recorded the outcome of its label'),
  'scan.begin': other('started a scan of the data repository'),
  'view.save': other('saved the view'),
  'view.delete': other('deleted the view'),
  'roles.turn-on': other('turned on roles'),
  'person.set-role': other('changed the role'),
  'person.deactivate': other('deactivated the person'),
  'person.reactivate': other('reactivated the person'),
  'person.end-sessions': other('ended all sessions'),
  'person.create-service': other('created the service account'),
  'token.create': other('created the token'),
  'token.revoke': other('revoked the token'),
  'subject.reveal': other('revealed its subject ID'),
  'subject.erase': other('erased the subject'),
  'temperature.post': other('added temperatures of it'),
  'temperature.set-limits': fields('changed its temperature limits'),
  'temperature.acknowledge': other('acknowledged a temperature alarm of it'),
  'storage.print-label': labels('printed its label'),
}
