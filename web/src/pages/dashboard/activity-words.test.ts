import { auditActions } from '@lims/contract/audit.ts'
import { expect, test } from 'vitest'
import { countObjects, describeAction } from './activity-words.ts'

test('a change of status names the new status', () => {
  expect(describeAction({ action: 'sample.update-statuses', toStatus: 'QC_PASS', variant: null })).toEqual({
    before: 'moved',
    after: 'to QC PASS',
  })
})

test('D14 links in doubt have their own text', () => {
  expect(describeAction({ action: 'sample.doubt-bam', toStatus: null, variant: null })).toEqual({
    before: 'put the BAM links of',
    after: 'in doubt',
  })
})

test.each([
  ['sample.arrange', 'taken-out', { before: 'took', after: 'out of storage' }],
  ['sample.arrange', null, { before: 'placed' }],
  ['custody.undo-pick', 'not-found', { before: 'undid the not-found report of' }],
  ['custody.undo-pick', null, { before: 'undid the pick of' }],
] as const)('%s, %s, has words of its own', (action, variant, words) => {
  expect(describeAction({ action, toStatus: null, variant })).toEqual(words)
})

test('an unknown action is shown as a change', () => {
  expect(describeAction({ action: 'sample.reweighed', toStatus: null, variant: null })).toEqual({
    before: 'changed',
  })
})

test.each([
  ['sample', 1, '1 sample'],
  ['sample', 5000, '5,000 samples'],
  ['batch', 2, '2 batches'],
  ['scan', 1, undefined],
])('%s, %i of them: %s', (entityType, things, words) => {
  expect(countObjects({ entityType, things })).toBe(words)
})

/** Sessions are not listed, and a change of status is named by the new one. */
const withoutWords = ['session.open', 'session.close', 'sample.update-lifecycle', 'sample.update-statuses']

test('every action that is listed has words of its own', () => {
  const actions = Object.keys(auditActions).filter(
    (action) => !withoutWords.includes(action) && action !== 'storage.update',
  )
  const changes = actions.filter(
    (action) => describeAction({ action, toStatus: null, variant: null }).before === 'changed',
  )
  expect(changes).toEqual([])
})
