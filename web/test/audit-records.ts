import type { AuditEvent, AuditProof } from '@lims/contract/audit-api.ts'
import { aSample } from './records.ts'

export const anEvent = (event: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 14,
  at: '2026-11-22T13:02:00.000Z',
  person: { id: 'ada', name: 'Ada Lindqvist' },
  token: null,
  action: 'sample.update',
  entityType: 'sample',
  entityId: aSample().id,
  entityName: aSample().name,
  before: { volume: 20, notes: '' },
  after: { volume: 2, notes: 'decimal sign corrected', version: 3 },
  reason: 'typing mistake',
  seal: 7,
  erased: false,
  ...event,
})

export const aProof = (proof: Partial<AuditProof> = {}): AuditProof => ({
  seals: 7,
  lastSealedEvent: 14,
  lastSealAt: '2026-11-22T13:02:01.000Z',
  unsealed: 0,
  anchors: { file: null, timeStamp: { lastAt: '2026-11-22T00:00:00.000Z' } },
  ...proof,
})
