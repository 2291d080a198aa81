import { custodyApi, type ListedCustody } from '@lims/contract/custody-api.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { permissionTexts } from '@lims/contract/permissions.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aReturnedTube } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aMe } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import './custody-screen.tsx'

beforeEach(() => void signIn())

const rows = async () => within(await screen.findByRole('list', { name: 'Scans of this session' }))

const noPlace = {
  place: null,
  freeCell: {
    ...{ storageId: 3, location: 'B4', path: 'Freezer 1 › Box 03 › B4' },
    ...{ rowCoordinate: 2, columnCoordinate: 4 },
  },
}

async function returnTube(where: Partial<ListedCustody> = {}) {
  const tube = { ...aReturnedTube({ name: 'NB-1', ...where }), eventId: 17, wasMissing: false }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  const opened = openAddress('/custody')
  const { user } = opened
  await user.click(await screen.findByText('Return', { exact: true }))
  const field = await screen.findByRole('textbox', { name: 'Scan or enter identifier' })
  await user.type(field, 'T0001230{Enter}')
  expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
  expect((await rows()).queryByRole('button')).toBeNull()
  return { ...opened, tube, field }
}

async function returnAndScanWrong(where: Partial<ListedCustody> = {}) {
  const opened = await returnTube(where)
  const { user, field } = opened
  const scanWrong = async (tubeId: string) => {
    const message = `No sample with tube ID ${tubeId}.`
    serverRefuses(custodyApi.return, 404, { code: 'sample-not-found', message })
    await user.type(field, `${tubeId}{Enter}`)
    expect((await screen.findAllByText(message))[0]).toBeVisible()
  }
  await scanWrong('T0009999')
  return { ...opened, scanWrong }
}

test('names that are written from right to left keep their order in the place to put a tube back', async () => {
  await returnTube({ place: { storageId: 3, location: 'B4', path: 'מקפיא 1 › Box 03 › B4' } })
  const shown = '\u2068מקפיא 1\u2069 › \u2068Box 03\u2069 › \u2068B4\u2069'
  expect(screen.getByText(shown)).toBeVisible()
  expect(screen.getByText(`to put away: ${shown}`)).toBeVisible()
})

test('a tube is put away by its row after a wrong scan has taken the place of its card', async () => {
  const { user, tube, field } = await returnAndScanWrong()
  const confirmed = serverAnswers(custodyApi.putAway, { success: true, count: 1, sampleIds: [tube.id] })
  await user.click((await rows()).getByRole('button', { name: 'It is there: NB-1' }))
  expect(await screen.findByText('returned and put away')).toBeVisible()
  expect(confirmed.map(({ body }) => body)).toEqual([{ sampleIds: [tube.id], custodyEventIds: [17] }])
  expect((await rows()).queryByRole('button')).toBeNull()
  expect(field).toHaveFocus()
})

test('a row says that its tube does not wait to be put away any more', async () => {
  const { user } = await returnAndScanWrong()
  serverAnswers(custodyApi.putAway, { success: true, count: 0, sampleIds: [] })
  await user.click((await rows()).getByRole('button', { name: 'It is there: NB-1' }))
  expect(await screen.findByText('returned, does not wait to be put away any more')).toBeVisible()
  expect((await rows()).queryByRole('button')).toBeNull()
})

test('only the last return of a tube offers to put it away, as long as it is not checked out again', async () => {
  const { user, tube, field, scanWrong } = await returnAndScanWrong()
  const buttons = async () => (await rows()).queryAllByRole('button', { name: 'It is there: NB-1' })
  expect(await buttons()).toHaveLength(1)

  const away = { ...tube, custody: 'CHECKED_OUT' as const, isThawCounted: false, needsConfirmation: false }
  serverAnswers(custodyApi.checkOut, { success: true, tubes: [{ ...away, eventId: 18 }] })
  await user.click(screen.getByText('Check out', { selector: '.ant-segmented-item-label' }))
  await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
  await user.type(field, 'T0001230{Enter}')
  expect(await screen.findByText('1 checked out · 1 returned · 1 refused')).toBeVisible()
  expect(await buttons()).toEqual([])
  expect((await rows()).getByText('returned')).toBeVisible()

  serverAnswers(custodyApi.return, { success: true, tubes: [{ ...tube, eventId: 19 }] })
  await user.click(screen.getByText('Return', { exact: true }))
  await user.type(field, 'T0001230{Enter}')
  expect(await screen.findByText('1 checked out · 2 returned · 1 refused')).toBeVisible()
  await scanWrong('T0009998')
  expect(await buttons()).toHaveLength(1)
  const confirmed = serverAnswers(custodyApi.putAway, { success: true, count: 1, sampleIds: [tube.id] })
  for (const button of await buttons()) await user.click(button)
  expect((await screen.findAllByText('returned and put away'))[0]).toBeVisible()
  expect(confirmed.map(({ body }) => body)).toEqual([{ sampleIds: [tube.id], custodyEventIds: [19] }])
})

test('a confirmation whose reply comes after the tube was out again is noted at its own return', async () => {
  const { user, tube, field } = await returnTube()
  const reply = Promise.withResolvers<void>()
  const confirmed = serverAnswers(custodyApi.putAway, async () => {
    await reply.promise
    return { success: true as const, count: 1, sampleIds: [tube.id] }
  })
  for (const button of await screen.findAllByRole('button', { name: 'It is there' })) await user.click(button)
  await waitFor(() => expect(confirmed).toHaveLength(1))

  const away = { ...tube, custody: 'CHECKED_OUT' as const, isThawCounted: false, needsConfirmation: false }
  serverAnswers(custodyApi.checkOut, { success: true, tubes: [{ ...away, eventId: 18 }] })
  await user.click(screen.getByText('Check out', { selector: '.ant-segmented-item-label' }))
  await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
  await user.type(field, 'T0001230{Enter}')
  expect(await screen.findByText('1 checked out · 1 returned')).toBeVisible()
  serverAnswers(custodyApi.return, { success: true, tubes: [{ ...tube, eventId: 19 }] })
  await user.click(screen.getByText('Return', { exact: true }))
  await user.type(field, 'T0001230{Enter}')
  expect(await screen.findByText('1 checked out · 2 returned')).toBeVisible()
  reply.resolve()
  const words = async () => (await rows()).getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(async () => expect((await words())[2]).toContain('returned and put away'))
  expect((await words())[0]).toContain('to put away: ')
})

test('a row whose free cell was taken offers it no more, a row whose reply was lost does', async () => {
  const { user } = await returnAndScanWrong(noPlace)
  const put = async () => (await rows()).queryByRole('button', { name: 'Put into B4: NB-1' })
  const press = async () => {
    const button = await put()
    if (button) await user.click(button)
  }
  const lost = serverRefuses(sampleLocationApi.associate, 502)
  await press()
  await waitFor(() => expect(lost).toHaveLength(1))
  await waitFor(async () => expect(await put()).not.toHaveClass('ant-btn-loading'))

  const message = 'B4 of Box 03 holds NB-2.'
  const refused = serverRefuses(sampleLocationApi.associate, 409, { code: 'cell-taken', message })
  await press()
  expect(await screen.findByText(message)).toBeVisible()
  expect(await screen.findByText('returned, see Who has what')).toBeVisible()
  expect(await put()).toBeNull()
  expect(refused).toHaveLength(1)
})

test('a card whose free cell was taken offers it no more', async () => {
  const { user } = await returnTube(noPlace)
  const message = 'B4 of Box 03 holds NB-2.'
  serverRefuses(sampleLocationApi.associate, 409, { code: 'cell-taken', message })
  const [put] = await screen.findAllByRole('button', { name: 'Put into B4' })
  if (put) await user.click(put)
  const sentence =
    'It cannot be put away here any more. If it still waits, it is listed below: Who has what › To put away.'
  expect((await screen.findAllByText(sentence))[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Put into B4' })).toBeNull()
  expect(screen.queryByText(/Next free cell/)).toBeNull()
})

test.each([
  ['custody.edit', 'It is there', () => returnTube()],
  ['custody.edit', 'It is there: NB-1', () => returnAndScanWrong()],
  ['placement.edit', 'Put into B4', () => returnTube(noPlace)],
  ['placement.edit', 'Put into B4: NB-1', () => returnAndScanWrong(noPlace)],
] as const)('a person without the permission %s cannot press %s', async (missing, name, scanTube) => {
  await scanTube()
  cleanup()
  const me = aMe('bench')
  serverAnswers(peopleApi.me, { ...me, permissions: me.permissions.filter((one) => one !== missing) })
  openAddress('/custody')
  const button = async () => (await screen.findAllByRole('button', { name }))[0]
  await waitFor(async () => expect(await button()).toBeDisabled())
  const denial = `You are not allowed to ${permissionTexts[missing]}. Ask Chiara Rossi.`
  expect(await button()).toHaveAttribute('title', denial)
})
