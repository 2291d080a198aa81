import { custodyApi } from '@lims/contract/custody-api.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aReturnedTube } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aPlacing } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const field = () => screen.findByRole('textbox', { name: 'Scan or enter identifier' })

test('Ctrl+Z after a tube was put into a free cell says so, and undoes nothing', async () => {
  signIn()
  const freeCell = {
    ...{ storageId: 3, location: 'B4', path: 'Freezer 1 › Box 03 › B4' },
    ...{ rowCoordinate: 2, columnCoordinate: 4 },
  }
  const ids = ['0b9f7c1e-0000-4000-8000-000000000017', '0b9f7c1e-0000-4000-8000-000000000018']
  let eventId = 17
  serverAnswers(custodyApi.return, () => {
    const tube = {
      ...aReturnedTube({ id: ids[eventId - 17] ?? '', name: `NB-${eventId}`, place: null, freeCell }),
      eventId,
      wasMissing: false,
    }
    eventId++
    return { success: true as const, tubes: [tube] }
  })
  const cellB4 = { location: 'B4', rowCoordinate: 2, columnCoordinate: 4 }
  serverAnswers(sampleLocationApi.associate, aPlacing({ sampleId: ids[1] ?? '', ...cellB4 }))
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0001230{Enter}')
  expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
  await user.type(await field(), 'T0001231{Enter}')
  expect(await screen.findByText('0 checked out · 2 returned')).toBeVisible()
  const [put] = await screen.findAllByRole('button', { name: 'Put into B4' })
  if (put) await user.click(put)
  expect((await screen.findAllByText('✓ It is there.'))[0]).toBeVisible()

  await user.click(await field())
  await user.keyboard('{Control>}z{/Control}')
  const sentence = 'NB-18 was put into Freezer 1 › Box 03 › B4 since it was returned. Nothing was undone.'
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(undone).toEqual([])
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
  expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [17] }])
})
