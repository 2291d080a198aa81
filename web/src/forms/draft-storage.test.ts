import { expect, test } from 'vitest'
import { signIn } from '../../test/session-token.ts'
import { clearToken, storedToken } from '../api/stored-token.ts'
import { draftKey, readDraft, removeAllDrafts, saveDraft } from './draft-storage.ts'

test('after logout the draft of a form that is still rendered is not saved again', () => {
  signIn()
  const key = draftKey('sample.1')
  saveDraft(key, { was: {}, typed: { notes: 'clear' } })
  removeAllDrafts(storedToken() ?? '')
  clearToken()
  saveDraft(key, { was: {}, typed: { notes: 'lysed' } })
  expect(readDraft(key)).toBeUndefined()
})

test('after a session has expired its drafts are there, and can change once more', () => {
  signIn()
  const key = draftKey('sample.1')
  saveDraft(key, { was: {}, typed: { notes: 'clear' }, mayBeSaved: true })
  clearToken()
  saveDraft(key, { was: {}, typed: { notes: 'clear' }, mayBeSaved: false })
  expect(readDraft(key)?.mayBeSaved).toBe(false)
})
