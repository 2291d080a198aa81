import { type Custody, CustodyList } from '@lims/contract/custody.ts'
import { type CustodyEvent, CustodyListReply, custodyApi } from '@lims/contract/custody-api.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aReturnedTube } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aCustodyEvent, aPlacing, aSample } from '../../../test/records.ts'
import { typeInto } from '../../../test/scanner-keys.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { formatInstant } from '../../ui/format-instant.ts'

const field = () => screen.findByRole('textbox', { name: 'Scan or enter identifier' })

const scans = () => screen.findByRole('list', { name: 'Scans of this session' })

beforeEach(() => void signIn())

test('a freeze-thaw cycle over the limit says whose check-out is confirmed', async () => {
  const bo = { id: 'bo', name: 'Bo Chen' }
  const toConfirm = { eventId: 7, thawCount: 3, thawLimit: 2, requestedBy: bo }
  const tube = aReturnedTube({ name: 'NB-1', person: bo, toConfirm })
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 1])),
  )
  serverAnswers(custodyApi.list, { samples: [tube], total: 1, totals })
  openAddress('/custody?show=to-confirm')
  expect(await screen.findByText(/^Checked out by Bo Chen, /)).toBeVisible()
  expect(screen.getByText('Thawed 3 times, limit 2')).toBeVisible()
  expect(
    screen.getByRole('button', { name: 'Confirm the freeze-thaw cycle of NB-1, checked out by Bo Chen' }),
  ).toBeEnabled()
})

test('a check-out without a purpose is refused before it is sent', async () => {
  const { user } = openAddress('/custody')
  await user.type(await field(), 'T0001230{Enter}')
  const [sentence] = await screen.findAllByText(/^Please enter the purpose first/)
  expect(sentence).toBeVisible()
})

test('a check-out back by a day that is past is refused before it is sent', async () => {
  const { user } = openAddress('/custody')
  await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
  fireEvent.change(screen.getByLabelText(/^Expected back/), { target: { value: '2024-11-20' } })
  await user.type(await field(), 'T0001230{Enter}')
  const [sentence] = await screen.findAllByText(/^The day by which tubes are expected back is past/)
  expect(sentence).toBeVisible()
})

test('the sentence of the server is shown for a label of a storage', async () => {
  const message = 'STO0000012 is the label of a storage, Box 03. Please scan a tube.'
  serverRefuses(custodyApi.checkOut, 404, { code: 'sample-not-found', message })
  const { user } = openAddress('/custody')
  await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
  await user.type(await field(), 'STO0000012{Enter}')
  const [sentence] = await screen.findAllByText(message)
  expect(sentence).toBeVisible()
})

test.each([true, false])(
  'a thawed tube says that no cycle is counted if none is (counted: %s)',
  async (isThawCounted) => {
    const tube = { ...aReturnedTube({ custody: 'CHECKED_OUT' }), eventId: 17, needsConfirmation: false }
    serverAnswers(custodyApi.checkOut, { success: true, tubes: [{ ...tube, isThawCounted }] })
    const { user } = openAddress('/custody')
    await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
    await user.click(screen.getByLabelText('Thawed'))
    await user.type(await field(), 'T0001230{Enter}')
    expect(await screen.findByText('1 checked out · 0 returned')).toBeVisible()
    const sentence = 'No freeze-thaw cycle was counted: its place is not known to be −60 °C or colder.'
    expect(screen.queryAllByText(sentence)).toHaveLength(isThawCounted ? 0 : 1)
  },
)

test.each([
  [409, 'custody-changed-since'],
  [404, 'custody-event-not-found'],
] as const)(
  'a return that cannot be undone is not offered again: the next Ctrl+Z undoes the one before: %i %s',
  async (status, code) => {
    let eventId = 17
    serverAnswers(custodyApi.return, () => {
      const tube = { ...aReturnedTube(), eventId: eventId++, wasMissing: false }
      return { success: true as const, tubes: [tube] }
    })
    const message = 'Nothing was undone: NB-P004-EDTA-2 (T0001230) was set to MISSING by Bo Chen since.'
    serverRefuses(custodyApi.undo, status, { code, message })
    const { user } = openAddress('/custody')
    await user.click(await screen.findByText('Return', { exact: true }))
    await user.type(await field(), 'T0001230{Enter}')
    expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
    await user.type(await field(), 'T0001231{Enter}')
    expect(await screen.findByText('0 checked out · 2 returned')).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()

    const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
    expect(undone[0]?.body).toEqual({ eventIds: [17] })
  },
)

test('Ctrl+Z undoes nothing while the newest scan has no reply', async () => {
  const tube = { ...aReturnedTube(), eventId: 17, wasMissing: false }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0001230{Enter}')
  expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
  serverAnswers(custodyApi.return, () => new Promise<never>(() => {}))
  await user.type(await field(), 'T0001231{Enter}')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(undone).toEqual([])
})

test.each([true, false])('It is there: a tube is confirmed only if it waits (waits: %s)', async (waits) => {
  const tube = { ...aReturnedTube(), eventId: 17, wasMissing: false }
  const sampleIds = waits ? [tube.id] : []
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  serverAnswers(custodyApi.putAway, { success: true, count: sampleIds.length, sampleIds })
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0001230{Enter}')
  const [confirm] = await screen.findAllByRole('button', { name: 'It is there' })
  if (confirm) await user.click(confirm)

  const sentence = waits ? '✓ It is there.' : 'The tube does not wait to be put away any more'
  const [shown] = await screen.findAllByText(sentence)
  expect(shown).toBeVisible()
  expect(screen.queryAllByText('✓ It is there.').length > 0).toBe(waits)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'It is there' })).toBeNull())
})

test('It is there: after a reply that was lost it is confirmed as the same', async () => {
  const tube = { ...aReturnedTube(), eventId: 17, wasMissing: false }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  const lost = serverRefuses(custodyApi.putAway, 502)
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0001230{Enter}')
  const press = async () => {
    const [confirm] = await screen.findAllByRole('button', { name: 'It is there' })
    if (confirm) await user.click(confirm)
  }
  await press()
  await waitFor(() => expect(lost).toHaveLength(1))
  const confirmed = serverAnswers(custodyApi.putAway, { success: true, count: 1, sampleIds: [tube.id] })
  await press()
  const [shown] = await screen.findAllByText('✓ It is there.')
  expect(shown).toBeVisible()
  expect(keysOf(confirmed)).toEqual(keysOf(lost))
  expect(keysOf(lost)).toEqual([expect.any(String)])
  expect(confirmed.map(({ body }) => body)).toEqual([{ sampleIds: [tube.id], custodyEventIds: [17] }])
})

const replyOfReturn = (serial: number) => {
  const id = `7f9c24e8-3b1a-4d0e-9c55-00000000000${serial}`
  const tube = { ...aReturnedTube({ id, name: `NB-${serial}` }), eventId: serial, wasMissing: false }
  return { success: true as const, tubes: [tube] }
}

test('It is there: is known also if the page is left before the reply', async () => {
  const reply = Promise.withResolvers<void>()
  serverAnswers(custodyApi.return, replyOfReturn(1))
  const confirmed = serverAnswers(custodyApi.putAway, async () => {
    await reply.promise
    return { success: true as const, count: 1, sampleIds: replyOfReturn(1).tubes.map(({ id }) => id) }
  })
  const { user, router } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0000001{Enter}')
  const [confirm] = await screen.findAllByRole('button', { name: 'It is there' })
  if (confirm) await user.click(confirm)
  await waitFor(() => expect(confirmed).toHaveLength(1))
  await act(() => router.navigate({ to: '/guide' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'It is there' })).toBeNull())
  reply.resolve()
  await act(() => router.navigate({ to: '/custody' }))
  const [shown] = await screen.findAllByText('✓ It is there.')
  expect(shown).toBeVisible()
})

test('It is there: the next tube is confirmed also while the one before has no reply', async () => {
  let serial = 1
  serverAnswers(custodyApi.return, () => replyOfReturn(serial++))
  const confirmed = serverAnswers(custodyApi.putAway, () => new Promise<never>(() => {}))
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  for (const number of [1, 2]) {
    await user.type(await field(), `T000000${number}{Enter}`)
    await screen.findByText(`0 checked out · ${number} returned`)
    const [confirm] = await screen.findAllByRole('button', { name: /It is there$/ })
    if (confirm) await user.click(confirm)
    await waitFor(() => expect(confirmed).toHaveLength(number))
  }
})

test.each([
  ['the card of its return', ''],
  ['its row in Who has what', '?show=to-put-away'],
])('a returned tube is put into a free cell as what it was: %s', async (_case, search) => {
  const freeCell = {
    ...{ storageId: 3, location: 'B4', path: 'Freezer 1 › Box 03 › B4' },
    ...{ rowCoordinate: 2, columnCoordinate: 4 },
  }
  const tube = aReturnedTube({ place: null, freeCell, custodyEventId: 17 })
  const totals = CustodyListReply.shape.totals.parse(
    Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  )
  if (search) serverAnswers(custodyApi.list, { samples: [tube], total: 1, totals })
  else
    serverAnswers(custodyApi.return, { success: true, tubes: [{ ...tube, eventId: 17, wasMissing: false }] })
  const message = 'NB-P004-EDTA-2 (T0001230) was checked out since it was listed: Bo Chen has it since today.'
  const refused = serverRefuses(sampleLocationApi.associate, 409, { code: 'custody-not-possible', message })
  const { user } = openAddress(`/custody${search}`)
  if (!search) {
    await user.click(await screen.findByText('Return', { exact: true }))
    await user.type(await field(), 'T0001230{Enter}')
  }
  const [put] = await screen.findAllByRole('button', { name: search ? /^Put into B4: NB-/ : 'Put into B4' })
  if (put) await user.click(put)
  expect(await screen.findByText(message)).toBeVisible()
  expect(refused[0]?.body).toMatchObject({ sampleId: tube.id, storageId: 3, custodyEventId: 17 })
})

test('a found tube that is in quarantine says so, and does not wait to be put away', async () => {
  const place = { storageId: 3, location: 'B4', path: 'Freezer 1 › Box 03 › B4' }
  const tube = { ...aReturnedTube({ place, custody: 'QUARANTINED' }), eventId: 17, wasMissing: true }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0001230{Enter}')
  const sentence = 'It was in quarantine when it was reported missing, and is in quarantine again.'
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText('Freezer 1 › Box 03 › B4')).toBeVisible()
  expect(screen.getByText('found, in quarantine')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'It is there' })).not.toBeInTheDocument()
})

test.each([
  ['in the cell that it has kept', true],
  ['in a free cell', false],
])('the return of a tube is undone on its card until it was put away %s', async (_where, keepsPlace) => {
  const cell = { storageId: 3, location: 'B4', path: 'Freezer 1 › Box 03 › B4' }
  const place = keepsPlace ? cell : null
  const freeCell = keepsPlace ? null : { ...cell, rowCoordinate: 2, columnCoordinate: 4 }
  const tube = { ...aReturnedTube({ place, freeCell }), eventId: 17, wasMissing: false }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  serverAnswers(custodyApi.putAway, { success: true, count: 1, sampleIds: [tube.id] })
  const cellB4 = { location: 'B4', rowCoordinate: 2, columnCoordinate: 4 }
  serverAnswers(sampleLocationApi.associate, aPlacing({ sampleId: tube.id, ...cellB4 }))
  const { user } = openAddress('/custody')
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0001230{Enter}')
  const undos = () => screen.queryAllByRole('button', { name: 'Undo' })
  const name = keepsPlace ? 'It is there' : 'Put into B4'
  const [put] = await screen.findAllByRole('button', { name })
  const numUndos = undos().length
  expect(numUndos).toBeGreaterThan(0)
  if (put) await user.click(put)
  expect((await screen.findAllByText('✓ It is there.'))[0]).toBeVisible()
  expect(undos()).toHaveLength(keepsPlace ? numUndos : 0)
})

describe('Look up', () => {
  test.each([
    ['a code that no sample has', 'T0009999', 'No sample has the tube ID T0009999.'],
    ['the label of a storage', 'STO0000012', 'STO0000012 is the label of a storage. Please scan a tube.'],
  ])('says what is wrong with %s', async (_, code, sentence) => {
    serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
    const { user } = openAddress('/custody')
    await user.click(await screen.findByText('Look up', { exact: true }))
    await user.type(await field(), `${code}{Enter}`)
    const [shown] = await screen.findAllByText(sentence)
    expect(shown).toBeVisible()
  })

  test('leads to the pick list that has reserved it', async () => {
    serverAnswers(samplesApi.search, {
      samples: [{ ...aSample({ custody: 'RESERVED' }), place: null }],
      totalSamples: 1,
      totalIsExact: true,
    })
    const pickList = { id: '5d7f8a52-0b0d-4f6e-9b1e-6f5f0c1d2e3f', name: 'C2N shipment' }
    const reserved = aCustodyEvent({ via: 'reserve', to: 'RESERVED', pickList })
    serverAnswers(custodyApi.history, { events: [reserved], thawLimit: null })
    const { user } = openAddress('/custody')
    await user.click(await screen.findByText('Look up', { exact: true }))
    await user.type(await field(), 'T0001230{Enter}')
    const [link] = await screen.findAllByRole('link', { name: 'C2N shipment' })
    expect(link).toHaveAttribute('href', `/picks/${pickList.id}`)
  })

  const bo = { id: 'bo', name: 'Bo Chen' }
  // The list of scans is kept for days: it does not say 'today'.
  const at = new Date().toISOString()
  const since = `Bo Chen, ${formatInstant(at)}`
  const event = aCustodyEvent({ person: bo, purpose: 'ELISA, plate 14', canUndo: false, at })
  const undone: CustodyEvent[] = [
    {
      ...event,
      id: 3,
      via: 'undo',
      from: 'AVAILABLE',
      person: { id: 'ada', name: 'Ada Lindqvist' },
      undoes: 2,
    },
    { ...event, id: 2, via: 'return', from: 'CHECKED_OUT', to: 'AVAILABLE', isUndone: true },
  ]

  test.each<[string, Custody, CustodyEvent[], string]>([
    [
      'has it, also after the pick list is closed',
      'CHECKED_OUT',
      [{ ...event, via: 'pick' }],
      `${since}: ELISA, plate 14`,
    ],
    [
      'has it, not who undid its return',
      'CHECKED_OUT',
      [...undone, { ...event, canUndo: true }],
      `${since}: ELISA, plate 14`,
    ],
    [
      'reserved it',
      'RESERVED',
      [{ ...event, via: 'reserve', to: 'RESERVED', purpose: 'p-tau217' }],
      `${since}: p-tau217`,
    ],
    ['missed it in a stock-take', 'MISSING', [{ ...event, via: 'count', to: 'MISSING', purpose: '' }], since],
  ])('says who %s', async (_, custody, events, sentence) => {
    serverAnswers(samplesApi.search, {
      samples: [{ ...aSample({ custody }), place: null }],
      totalSamples: 1,
      totalIsExact: true,
    })
    serverAnswers(custodyApi.history, { events, thawLimit: null })
    const { user } = openAddress('/custody')
    await user.click(await screen.findByText('Look up', { exact: true }))
    await user.type(await field(), 'T0001230{Enter}')
    const [shown] = await screen.findAllByText(sentence)
    expect(shown).toBeVisible()
  })
})

describe('the label of a box, in Return,', () => {
  beforeEach(() => {
    serverAnswers(storageApi.get, { storage: aStorage({ id: 12, alias: 'Box 12' }) })
  })

  test('confirms all returned tubes of the box in one request', async () => {
    const sampleIds = ['01990000-0000-7000-8000-000000000001']
    const requests = serverAnswers(custodyApi.putAway, { success: true, count: 1, sampleIds })
    const { user } = openAddress('/custody')
    await user.click(await screen.findByText('Return', { exact: true }))
    await user.type(await field(), 'STO0000012{Enter}')

    expect(await screen.findByText('Box 12: 1 put away')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([
      { storageId: 12, scannedAt: expect.any(String), nowIfRefused: true },
    ])
  })

  test('is refused if no tube of the box waits', async () => {
    serverAnswers(custodyApi.putAway, { success: true, count: 0, sampleIds: [] })
    const { user } = openAddress('/custody')
    await user.click(await screen.findByText('Return', { exact: true }))
    await user.type(await field(), 'STO0000012{Enter}')

    const [sentence] = await screen.findAllByText(
      'No tube that was returned before this scan waits to be put into Box 12. Please scan a tube.',
    )
    expect(sentence).toBeVisible()
  })
})

describe('a code that is scanned while something else has the focus', () => {
  beforeEach(() => {
    const refusal = { code: 'sample-not-found', message: 'No such tube' } as const
    serverRefuses(custodyApi.checkOut, 404, refusal)
    serverRefuses(custodyApi.return, 404, refusal)
  })

  test.each([
    ['the choice of what a scan does', () => screen.getByText('Return', { exact: true })],
    ['a checkbox', () => screen.getByLabelText('Thawed')],
  ])('is not lost after a click on %s', async (_, find) => {
    const { user } = openAddress('/custody')
    await field()
    await user.click(find())
    await user.keyboard('T0001230{Enter}')
    expect(await scans()).toHaveTextContent('T0001230')
  })

  test('is checked out, and the purpose stays as it was', async () => {
    const { user } = openAddress('/custody')
    const purpose = await screen.findByLabelText(/^Purpose/)
    await user.type(purpose, 'PCR')
    typeInto(purpose, 'T0001230')
    expect(await scans()).toHaveTextContent('T0001230')
    expect(purpose).toHaveValue('PCR')
    expect(await field()).toHaveFocus()
  })

  test.each(['1930-03-04', '0030-03-04'])('leaves the day of the return as it was: %s', async (asDay) => {
    const { user } = openAddress('/custody')
    await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
    const day = screen.getByLabelText(/^Expected back/)
    fireEvent.change(day, { target: { value: '2027-03-04' } })
    typeInto(day, 'T0001230', { value: asDay })
    expect(await scans()).toHaveTextContent('T0001230')
    expect(day).toHaveValue('2027-03-04')
  })

  test('what a person types there and ends with Enter stays', async () => {
    openAddress('/custody')
    const purpose = await screen.findByLabelText(/^Purpose/)
    typeInto(purpose, 'ELISA', { gapMs: 90 })
    expect(purpose).toHaveValue('ELISA')
    expect(await field()).toHaveFocus()
    expect(screen.queryByRole('list', { name: 'Scans of this session' })).toBeNull()
  })
})
