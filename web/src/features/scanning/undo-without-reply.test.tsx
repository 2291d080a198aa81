import { batchesApi } from '@lims/contract/batches.ts'
import { custodyApi } from '@lims/contract/custody-api.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aPickList, aReturnedTube, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverLosesReplies } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ eventId: 17 }) })
  const tube = { ...aReturnedTube(), eventId: 17, isThawCounted: false, needsConfirmation: false }
  serverAnswers(custodyApi.checkOut, { success: true, tubes: [tube] })
  const pickList = aPickList()
  serverAnswers(picksApi.get, { pickList, items: [], boxes: [], doors: 0 })
  const { sampleId, name, tubeId } = { sampleId: tube.id, name: 'NB-1', tubeId: 'T0001230' }
  const item = { sampleId, name, tubeId, state: 'picked' as const, eventId: 17 }
  serverAnswers(picksApi.pick, { success: true, outcome: 'picked', pickList, item, note: '' })
})

const receiving = ['/receive', samplesApi.undoStatus, /Last Received Sample/] as const

test.each([
  receiving,
  ['/custody', custodyApi.undo, /^1 checked out/],
  [`/picks/${workId}`, picksApi.undoPick, /^NB-1 picked/],
] as const)(
  '%s: an undo whose reply was lost is repeated as the same one',
  async (address, endpoint, done) => {
    const lost = serverLosesReplies(endpoint)
    const { user } = openAddress(address)
    const purpose = address === '/custody' && (await screen.findByLabelText(/^Purpose/))
    if (purpose) await user.type(purpose, 'PCR')
    await user.type(await screen.findByRole('textbox', { name: /^Scan (or enter|the|a)/ }), 'T0001230{Enter}')
    expect((await screen.findAllByText(done))[0]).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText(/trying again is safe/)).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(lost).toHaveLength(2))
    const [first, second] = lost.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/:undo$/)
    expect(second).toBe(first)
  },
)

test('while roles are on, the reason for the undo of a receipt is entered once, also after a lost reply', async () => {
  roleIs('bench')
  const [address, endpoint, done] = receiving
  const lost = serverLosesReplies(endpoint)
  const { user } = openAddress(address)
  await user.type(await screen.findByRole('textbox', { name: /^Scan/ }), 'T0001230{Enter}')
  expect(await screen.findByText(done)).toBeVisible()
  await untilReplied()
  await user.keyboard('{Control>}z{/Control}')
  await user.type(await screen.findByLabelText('Reason'), 'wrong tube{Enter}')
  expect(await screen.findByText(/trying again is safe/)).toBeVisible()
  const undone = serverAnswers(endpoint, { success: true, count: 1 })
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Receipt undone')).toBeVisible()
  expect(undone[0]?.body).toEqual(lost[0]?.body)
})
