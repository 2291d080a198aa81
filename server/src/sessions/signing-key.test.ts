import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { loadSigningKey, rotateSigningKey } from './signing-key.ts'

const lab = await openLab()

test('a new key does not count the sessions that have expired', async () => {
  await lab.signIn('bo', 'Bo Chen', 1)
  const later = minutesLater(60)
  const operator = { userId: 'account:lims', at: later }
  expect(await inTransaction(lab.db, (trx) => rotateSigningKey(trx, operator))).toBe(1)
})

test('A11 a new key ends all sessions, and tokens of the old key are worth nothing', async () => {
  const later = new Date(testNow.getTime() + 1000)
  await lab.signIn('bo', 'Bo Chen')
  const operator = { userId: 'account:lims', at: later }
  const before = await loadSigningKey(lab.db, later)

  expect(await inTransaction(lab.db, (trx) => rotateSigningKey(trx, operator))).toBe(2)

  const signingKey = await loadSigningKey(lab.db, later)
  expect(signingKey).not.toEqual(before)
  const server = await lab.startServer({ signingKey })
  const headers = { authorization: `Bearer ${lab.token()}` }
  expect((await server.inject({ url: '/api/samples/list', headers })).statusCode).toBe(401)
  const open = await lab.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute()
  expect(open).toEqual([])
  expect(await auditEventsOf(lab, 'database.rotate-key')).toMatchObject([
    { person_id: 'account:lims', at: later, after: { endedSessions: 2 } },
  ])
})
