import { findApi } from '@lims/contract/find.ts'
import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { nothingFound } from '../../../../test/found.ts'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import '../list/sample-list-screen.tsx'
import './selection-screen.tsx'

const idOf = (number: number) => `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`
const details = (number: number, more: Partial<ChosenDetails> = {}): ChosenDetails => {
  const { alias: _, ...sample } = aSample()
  return {
    id: idOf(number),
    name: `NB-${number}`,
    alias: `T000000${number}`,
    status: 'RECEIVED',
    type: sample.type,
    custody: sample.custody,
    custodyEventId: null,
    volume: 2,
    subjectId: null,
    siteId: null,
    visitId: null,
    version: 1,
    batchId: aBatch().id,
    batchName: aBatch().name,
    place: null,
    ...more,
  }
}
const brief = ({ id, name, alias, status }: ChosenDetails) => ({ id, name, alias, status })
const candidate = (sample: ChosenDetails, batchName: string) => ({
  ...brief(sample),
  type: sample.type,
  subjectId: sample.subjectId,
  batchName,
})
const [one, two, three] = [details(1), details(2), details(3)]
const codes = async () => screen.findByLabelText(/Tube IDs, names or ids/)
const dialog = () => within(screen.getByRole('dialog'))

beforeEach(() => {
  signIn()
  sessionStorage.clear()
  serverAnswers(samplesApi.tree, { batches: [], samples: [], totalSamples: 0, totalIsExact: true })
})

async function openDialog() {
  const opened = openAddress('/samples')
  await opened.user.click(await screen.findByRole('button', { name: 'Select from a list of codes…' }))
  return { ...opened, field: await codes() }
}

test('E7 a pasted list becomes a selection: found, ambiguous and unknown codes apart', async () => {
  const requested = serverAnswers(sampleBulkApi.resolveCodes, {
    found: [
      { code: 'T0000001', sample: brief(one) },
      { code: 'NB-1', sample: brief(one) },
    ],
    ambiguous: [
      { code: 'NB', candidates: [candidate(two, 'Baltic'), candidate(three, 'Nordic')], hasMore: false },
    ],
    unknown: ['T9999999'],
  })
  const shown = serverAnswers(sampleBulkApi.chosen, { samples: [one, three] })
  const { user, field, place } = await openDialog()
  await waitFor(() => expect(field).toHaveFocus())
  await user.paste('\ufeffT0000001\r\nNB-1;NB\u2028T9999999\r\nnb-1\r\n')
  expect(dialog().getByText('4 codes · 1 repeated')).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Find samples' }))

  expect(await dialog().findByText('1 found')).toBeVisible()
  expect(requested[0]?.body).toEqual({ codes: ['T0000001', 'NB-1', 'NB', 'T9999999'] })
  expect(dialog().getByText('1 code more for a sample that is found already')).toBeVisible()
  expect(dialog().getByText('1 left out until you choose a sample')).toBeVisible()
  const unknown = dialog().getByRole('region', { name: 'Unknown codes' })
  expect(within(unknown).getByText('T9999999')).toBeVisible()
  // A long list scrolls, by key too.
  expect(unknown.tabIndex).toBe(0)
  expect(dialog().getByRole('button', { name: 'Select 1 sample' })).toBeEnabled()

  await user.click(dialog().getByLabelText('Sample for NB'))
  await user.click(await screen.findByText('PLASMA · Nordic'))
  expect(dialog().getByText('all settled')).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Select 2 samples' }))

  expect(await screen.findByText('2 chosen')).toBeVisible()
  expect(place()).toMatch(/^\/samples\/selection\?list=/)
  expect(shown[0]?.body).toEqual({ sampleIds: [one.id, three.id] })
  expect(screen.getByLabelText('Choose NB-3')).toBeChecked()
  expect(screen.getByText('Update status')).toBeVisible()
})

test('a page without https, which has no clipboard, says that the unknown codes were not copied', async () => {
  serverAnswers(sampleBulkApi.resolveCodes, { found: [], ambiguous: [], unknown: ['T9999999'] })
  const { user, field } = await openDialog()
  await waitFor(() => expect(field).toHaveFocus())
  await user.paste('T9999999')
  await user.click(dialog().getByRole('button', { name: 'Find samples' }))
  const copy = await dialog().findByRole('button', { name: 'Copy' })
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  await user.click(copy)
  expect(await screen.findByText('The codes could not be copied')).toBeVisible()
})

test('E7 the keyboard alone: Ctrl Enter finds, Enter selects', async () => {
  serverAnswers(sampleBulkApi.resolveCodes, {
    found: [{ code: 'NB-1', sample: brief(one) }],
    ambiguous: [],
    unknown: [],
  })
  serverAnswers(sampleBulkApi.chosen, { samples: [one] })
  const { user, field } = await openDialog()
  await waitFor(() => expect(field).toHaveFocus())
  await user.keyboard('NB-1{Control>}{Enter}{/Control}')
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Select 1 sample' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('1 chosen')).toBeVisible()
})

test.each([
  ['UTF-8', new TextEncoder().encode('\ufeffNB-1\r\nNB-Ä2\r\n')],
  [
    'UTF-16',
    new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...'NB-1\r\nNB-Ä2'].map((c) => c.charCodeAt(0))).buffer),
    ]),
  ],
  ['Windows-1252', Buffer.from('NB-1\r\nNB-Ä2\r\n', 'latin1')],
])('E7 an uploaded file in %s is read', async (_, bytes) => {
  const { user, field } = await openDialog()
  const upload = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(upload, new File([bytes], 'codes.txt', { type: 'text/plain' }))
  expect(await dialog().findByText('2 codes')).toBeVisible()
  expect(field).toHaveDisplayValue(/NB-Ä2/)
})

test('E7 an Excel workbook in place of a text file is named, and the list stays', async () => {
  const { user, field } = await openDialog()
  await waitFor(() => expect(field).toHaveFocus())
  await user.paste('T0000001')
  const upload = document.querySelector('input[type=file]') as HTMLInputElement
  const workbook = new File(['PK\u0003\u0004\u0014\u0000\nNB-2\n'], 'codes.xlsx', { type: 'text/csv' })
  await user.upload(upload, workbook)
  expect(await dialog().findByText(/^codes\.xlsx is not a text file\. Open it, copy the codes/)).toBeVisible()
  expect(field).toHaveValue('T0000001')
})

test('E7 a search that fails says why, also after a file was refused', async () => {
  serverRefuses(sampleBulkApi.resolveCodes, 500, { code: 'internal', message: 'The disk is full' })
  const { user, field } = await openDialog()
  await user.type(field, 'T0000001')
  const workbook = new File(['PK\u0003\u0004\u0000\u0000'], 'codes.xlsx', { type: 'text/csv' })
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    workbook,
  )
  expect(await dialog().findByText(/^codes\.xlsx is not a text file/)).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Find samples' }))
  expect(await dialog().findByText('The disk is full')).toBeVisible()
})

test('E7 more than 20,000 codes are refused before they are sent, and a refusal of the server is shown', async () => {
  serverRefuses(sampleBulkApi.resolveCodes, 503, { code: 'database-unavailable', message: 'Not reachable' })
  const { user, field } = await openDialog()
  await waitFor(() => expect(field).toHaveFocus())
  await user.paste(Array.from({ length: 20_001 }, (_, index) => `N${index}`).join('\n'))
  expect(await dialog().findByText('A list may hold at most 20,000 codes. Please split it.')).toBeVisible()
  expect(dialog().getByRole('button', { name: 'Find samples' })).toBeDisabled()
  await user.clear(field)
  await user.paste('NB-1')
  await user.click(dialog().getByRole('button', { name: 'Find samples' }))
  expect(await dialog().findByText('Not reachable')).toBeVisible()
  expect(field).toHaveValue('NB-1')
})

test('E7 a selection that this tab no longer keeps shows how to select again', async () => {
  openAddress('/samples/selection?list=gone')
  expect(await screen.findByText(/not kept in this tab any more/)).toBeVisible()
})

test('E7 a list pasted into Scan or search is searched at once; a text of one line stays a text', async () => {
  const requested = serverAnswers(sampleBulkApi.resolveCodes, {
    found: [one, two].map((sample) => ({ code: sample.alias, sample: brief(sample) })),
    ambiguous: [],
    unknown: [],
  })
  serverAnswers(sampleBulkApi.chosen, { samples: [one, two] })
  serverAnswers(findApi.find, nothingFound)
  const { user, place } = openAddress('/samples')
  const field = await screen.findByRole('combobox', { name: 'Scan or search' })
  await user.click(field)
  await user.paste('NB-1, from Oslo\n')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(field).toHaveValue('NB-1, from Oslo')

  await user.paste('T0000001\r\nT0000002\r\n')
  await user.click(await screen.findByRole('button', { name: 'Select 2 samples' }))
  await waitFor(() => expect(place()).toMatch(/^\/samples\/selection/))
  expect(requested[0]?.body).toEqual({ codes: ['T0000001', 'T0000002'] })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('E7 what no sample has as its name is read as scanners write it, and the order of the list stays', async () => {
  const address = `https://lims.brain.example/samples/${one.id}`
  const nameLikeGs1 = '(21)T0000009'
  const known = new Map([
    [nameLikeGs1, two],
    [one.id, one],
    ['NB-3', three],
  ])
  const requested = serverAnswers(sampleBulkApi.resolveCodes, ({ body }) => {
    const { codes: sent } = body as { codes: string[] }
    return {
      found: sent.flatMap((code) => {
        const sample = known.get(code)
        return sample ? [{ code, sample: brief(sample) }] : []
      }),
      ambiguous: [],
      unknown: sent.filter((code) => !known.has(code)),
    }
  })
  const shown = serverAnswers(sampleBulkApi.chosen, { samples: [one, two, three] })
  const { user, field } = await openDialog()
  await waitFor(() => expect(field).toHaveFocus())
  await user.paste([address, nameLikeGs1, 'NB-3', '(21)T0000008', 'nowhere'].join('\n'))
  await user.click(dialog().getByRole('button', { name: 'Find samples' }))

  expect(await dialog().findByText('3 found')).toBeVisible()
  expect(requested.map(({ body }) => body)).toEqual([
    { codes: [address, nameLikeGs1, 'NB-3', '(21)T0000008', 'nowhere'] },
    { codes: [one.id, 'T0000008'] },
  ])
  expect(dialog().getByLabelText('Unknown codes')).toHaveTextContent('(21)T0000008 nowhere')
  await user.click(dialog().getByRole('button', { name: 'Select 3 samples' }))
  await waitFor(() => expect(shown[0]?.body).toEqual({ sampleIds: [one.id, two.id, three.id] }))
})

test('E7 on the page of a selection another list replaces it, and the dialog closes', async () => {
  serverAnswers(sampleBulkApi.resolveCodes, ({ body }) => {
    const [code = ''] = (body as { codes: string[] }).codes
    const sample = code === 'T0000003' ? three : one
    return { found: [{ code, sample: brief(sample) }], ambiguous: [], unknown: [] }
  })
  serverAnswers(sampleBulkApi.chosen, ({ body }) => {
    const [id] = (body as { sampleIds: string[] }).sampleIds
    return { samples: [one, three].filter((sample) => sample.id === id) }
  })
  const { user } = await openDialog()
  for (const [alias, name] of [
    ['T0000001', 'NB-1'],
    ['T0000003', 'NB-3'],
  ] as const) {
    await waitFor(async () => expect(await codes()).toHaveFocus())
    await user.paste(alias)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await user.click(await screen.findByRole('button', { name: 'Select 1 sample' }))
    expect(await screen.findByRole('link', { name })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Select from a list of codes…' }))
  }
})

test('scanned codes outlive a dialog that is closed by Escape, until they are used or cancelled', async () => {
  const { user, field } = await openDialog()
  await user.type(field, 'T0000001{Enter}T0000002{Enter}')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  const open = screen.getByRole('button', { name: 'Select from a list of codes…' })
  await user.click(open)
  expect(await codes()).toHaveValue('T0000001\nT0000002\n')
  expect(dialog().getByText('The list was kept')).toBeInTheDocument()

  await user.click(dialog().getByRole('button', { name: 'Start a new list' }))
  expect(await codes()).toHaveValue('')
  expect(await codes()).toHaveFocus()
  expect(dialog().queryByText('The list was kept')).not.toBeInTheDocument()

  await user.type(await codes(), 'T0000003')
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(open)
  expect(await codes()).toHaveValue('')
})
