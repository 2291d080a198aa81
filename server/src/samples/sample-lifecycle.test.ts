import { SampleStatus } from '@lims/contract/sample-status.ts'
import { expect, test } from 'vitest'
import { DomainError } from '../errors/domain-error.ts'
import { assertReceivable, assertTransition, statusChange } from './sample-lifecycle.ts'

test.each(SampleStatus.options)(
  'RECV-07 ENT-17 a sample that is %s may be received, or is refused in words',
  (status) => {
    const receive = () => assertReceivable({ id: 'id-1', name: 'NB-001', status, custody: 'AVAILABLE' })
    if (status === 'UNKNOWN' || status === 'COLLECTED') expect(receive).not.toThrow()
    else {
      expect(receive).toThrow(
        new DomainError(
          'sample-not-receivable',
          `NB-001 is ${status.replaceAll('_', ' ')}. Only samples with status UNKNOWN or COLLECTED can be received.`,
          undefined,
          { sampleId: 'id-1' },
        ),
      )
    }
  },
)

test('LIFE-10 a step of the table is allowed', () => {
  expect(() => assertTransition({ name: 'NB-001', status: 'QC_PASS' }, 'SEQUENCED')).not.toThrow()
})

test('LIFE-10 ENT-17 a refused step names the status and where the sample may go', () => {
  const step = () => assertTransition({ name: 'NB-001', status: 'QC_PASS' }, 'QC_FAIL')
  expect(step).toThrow(
    new DomainError(
      'status-transition-invalid',
      'status transition validation failed: NB-001 is QC PASS and can change to SEQUENCED or SENT TO C2N or UNKNOWN, not to QC FAIL',
    ),
  )
})

test('an audit event holds the notes of the step, if there are any', () => {
  const step = { from: 'UNKNOWN', to: 'COLLECTED', version: 2 } as const
  expect(statusChange({ ...step, notes: 'hemolysed' })).toEqual({
    before: { status: 'UNKNOWN' },
    after: { status: 'COLLECTED', eventNotes: 'hemolysed', version: 2 },
  })
  for (const notes of ['', undefined]) {
    expect(statusChange({ ...step, notes }).after).toEqual({ status: 'COLLECTED', version: 2 })
  }
})
