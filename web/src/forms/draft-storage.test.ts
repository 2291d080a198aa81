import { expect, test } from 'vitest'
import { signIn } from '../../test/session-token.ts'
import { clearToken } from '../api/stored-token.ts'
import { draftKey, readDraft, removeAllDrafts, saveDraft } from './draft-storage.ts'

test('after logout the draft of a form that is still rendered is not saved again', () => {
  signIn()
  const key = draftKey('sample.1')
  saveDraft(key, { was: {}, typed: { notes: 'clear' } })
  expect(readDraft(key)?.typed).toEqual({ notes: 'clear' })
  clearToken()
  saveDraft(key, { was: {}, typed: { notes: 'lysed' } })
  expect(readDraft(key)?.typed).toEqual({ notes: 'clear' })
})

test.each([
  ['auth0|7', 'auth0|7'],
  ['ada.li@lab', 'ada%2Eli@lab'],
  ['ada%2Eli', 'ada%252Eli'],
])('the key of a draft of %s holds %s', (sub, id) => {
  signIn({ sub })
  expect(draftKey('sample.1')).toBe(`lims.typed.${id}.sample.1`)
})

test('a logout leaves the drafts of a person whose id begins with that of who logs out', () => {
  const draft = { was: {}, typed: { notes: 'clear' } }
  const ofAda = signIn({ sub: 'ada' })
  const key = draftKey('sample.1')
  saveDraft(key, draft)
  signIn({ sub: 'ada.li' })
  const keyOfOther = draftKey('sample.1')
  saveDraft(keyOfOther, draft)
  removeAllDrafts(ofAda)
  expect([readDraft(key), readDraft(keyOfOther)]).toEqual([undefined, draft])
})
