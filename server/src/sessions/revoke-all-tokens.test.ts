import { expect, test } from 'vitest'
import { apiTokens, inDays } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { revokeAllTokens } from './revoke-all-tokens.ts'

const lab = await openLab()
const { create } = apiTokens(lab)

test('revokes the tokens that are in use in the name of the operator, and leaves those that have expired', async () => {
  await create({ name: 'Expired', expiresAt: inDays(1) })
  const { id } = await create({ name: 'Reader', expiresAt: inDays(3) })
  const at = new Date(inDays(2))
  const operator = { userId: 'account:lims', at, reason: 'A backup was restored' }
  await inTransaction(lab.db, (trx) => revokeAllTokens(trx, operator))
  expect(await auditEventsOf(lab, 'token.revoke')).toMatchObject([
    {
      at,
      person_id: 'account:lims',
      reason: 'A backup was restored',
      entity_id: id,
      before: { revokedAt: null },
      after: { revokedAt: inDays(2) },
    },
  ])
})
