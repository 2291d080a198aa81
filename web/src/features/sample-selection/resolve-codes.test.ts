import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { expect, test } from 'vitest'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { resolveCodes } from './resolve-codes.ts'

const id = '7f9c24e8-3b1a-4d0e-9c55-000000000001'
const sample = { id, name: 'NB-1', alias: 'T0000001', status: 'RECEIVED' } as const
const ambiguous = 'T0000077'

test('E7 each code of a list is in the result, also if scanners write one ID in several ways', async () => {
  signIn()
  const requested = serverAnswers(sampleBulkApi.resolveCodes, ({ body }) => {
    const { codes: sent } = body as { codes: string[] }
    return {
      found: sent.filter((code) => code === id).map((code) => ({ code, sample })),
      ambiguous: sent
        .filter((code) => code === ambiguous)
        .map((code) => ({ code, candidates: [], hasMore: true })),
      unknown: sent.filter((code) => code !== id && code !== ambiguous),
    }
  })
  const [braces, address] = [`{${id}}`, `https://lims.brain.example/samples/${id}`]
  const unknown = ['(21)T0009999', 't0009999', '(21)T0008888', '(21)t0008888']
  expect(
    await resolveCodes([...unknown, braces, address, '(21)T0000077', '(01)04012345678901(21)T0000077']),
  ).toEqual({
    found: [
      { code: braces, sample },
      { code: address, sample },
    ],
    ambiguous: [
      { code: '(21)T0000077', candidates: [], hasMore: true },
      { code: '(01)04012345678901(21)T0000077', candidates: [], hasMore: true },
    ],
    unknown,
  })
  expect(requested[1]?.body).toEqual({ codes: ['T0008888', id, ambiguous] })
})

test.each([
  ['from a scanner that sends an AIM identifier before each code', `]Q1${id}`, ']Q1T0009999', ']Q1'],
  ['with hyphens at which no line breaks', id.replaceAll('-', '\u2011'), 'NB\u20119', '\u2011'],
])('E7 a list %s is found', async (_, code, ...others) => {
  signIn()
  serverAnswers(sampleBulkApi.resolveCodes, ({ body }) => {
    const { codes: sent } = body as { codes: string[] }
    return {
      found: sent.filter((code) => code === id).map((code) => ({ code, sample })),
      ambiguous: [],
      unknown: sent.filter((code) => code !== id),
    }
  })
  expect(await resolveCodes([code, ...others])).toEqual({
    found: [{ code, sample }],
    ambiguous: [],
    unknown: others,
  })
})
