import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { expect, test } from 'vitest'
import { aSample } from '../../../../../test/records.ts'
import { lifeSteps } from './life-steps.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`
const changed = (status: SampleStatus, timestamp: string) => ({
  status,
  timestamp,
  undoes: null,
  isUndone: false,
})
const labels = (steps: { label: string }[]) => steps.map(({ label }) => label)

test('a new sample has its life before it', () => {
  const steps = lifeSteps(aSample({ status: 'UNKNOWN' }), [])
  expect(labels(steps)).toEqual(['Collected', 'Received', 'Processed', 'QC', 'Archived', 'Sequenced'])
})

test('SAMPD-11 shows the five times', () => {
  const sample = aSample({
    status: 'QC_PASS',
    collectionTimestamp: at(1),
    receivedTimestamp: at(2),
    processedTimestamp: at(3),
    qcTimestamp: at(4),
    archivedTimestamp: at(5),
  })
  expect(lifeSteps(sample, []).map(({ at }) => at)).toEqual([at(1), at(2), at(3), at(4), at(5), null])
})

test('names the result of the QC, also when the sample has gone on since', () => {
  const qcTimestamp = at(4)
  expect(labels(lifeSteps(aSample({ status: 'QC_FAIL', qcTimestamp }), []))[3]).toBe('QC fail')
  const processedAgain = lifeSteps(aSample({ status: 'PROCESSED', qcTimestamp }), [
    changed('PROCESSED', at(5)),
    changed('QC_FAIL', at(4)),
    changed('QC_PASS', at(3)),
  ])
  expect(processedAgain[3]).toEqual({ label: 'QC fail', at: at(4), isFailure: true })
})

test('a sample sent away shows that instead of a sequencing that will not come', () => {
  const steps = lifeSteps(aSample({ status: 'SENT_TO_C2N' }), [changed('SENT_TO_C2N', at(6))])
  expect(labels(steps).slice(5)).toEqual(['Sent to C2N'])
})

test('E1 a change that was undone is no step of the life, and neither is its undo', () => {
  const steps = lifeSteps(aSample({ status: 'QC_PASS', qcTimestamp: at(4) }), [
    { ...changed('QC_PASS', at(9)), undoes: 5 },
    { ...changed('SENT_TO_C2N', at(8)), isUndone: true },
    { ...changed('SENT_TO_C2N', at(7)), undoes: 3 },
    { ...changed('SEQUENCED', at(6)), isUndone: true },
    { ...changed('QC_FAIL', at(5)), isUndone: true },
    changed('QC_PASS', at(4)),
  ])
  expect(labels(steps).slice(3)).toEqual(['QC pass', 'Archived', 'Sequenced'])
  expect(steps.at(-1)?.at).toBeNull()
})

test('E14 the life of a sample is in order of time, whatever the usual order is', () => {
  const sample = aSample({
    status: 'QC_PASS',
    collectionTimestamp: at(3),
    receivedTimestamp: at(2),
    qcTimestamp: at(4),
    archivedTimestamp: at(1),
  })
  const steps = lifeSteps(sample, [])
  expect(labels(steps)).toEqual(['Archived', 'Received', 'Processed', 'Collected', 'QC pass', 'Sequenced'])
  expect(steps.map(({ at }) => at)).toEqual([at(1), at(2), null, at(3), at(4), null])
})

test('E14 steps of one moment keep their usual order', () => {
  const sample = aSample({ collectionTimestamp: at(2), receivedTimestamp: at(2), archivedTimestamp: at(2) })
  expect(labels(lifeSteps(sample, [])).slice(0, 5)).toEqual([
    'Collected',
    'Received',
    'Processed',
    'QC',
    'Archived',
  ])
})
