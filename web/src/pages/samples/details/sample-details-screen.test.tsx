import { deletionsApi } from '@lims/contract/deletions.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { type SampleExcursion, temperaturesApi } from '@lims/contract/temperatures.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyLab } from '../../../../test/empty-lab.ts'
import { openAddress } from '../../../../test/open-address.tsx'
import { aLocation, aSample } from '../../../../test/records.ts'
import { server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import { clearToken } from '../../../api/stored-token.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import './sample-details-screen.tsx'
import '../list/sample-list-screen.tsx'

const at = (day: number) => `2026-11-0${day}T08:00:00.000Z`
const address = `/samples/${aSample().id}`

afterEach(() => void vi.unstubAllGlobals())

beforeEach(() => {
  emptyLab()
  signIn()
})

function open(sample: Partial<Sample> = {}, events: LifecycleEvent[] = []) {
  serverAnswers(samplesApi.get, { sample: aSample(sample) })
  serverAnswers(samplesApi.history, { events })
  return openAddress(address)
}

async function cell(label: string) {
  const head = await screen.findByRole('rowheader', { name: label })
  return within(head.closest('tr') as HTMLElement).getByRole('cell')
}

test('SAMPD-01 SAMPD-02 SAMPD-03 SAMPD-18 shows who the sample is', async () => {
  open({ subjectId: 'P004', siteId: 'SITE007', visitId: 'V2' })
  expect(await screen.findByRole('heading', { name: 'NB-P004-EDTA-2' })).toBeVisible()
  expect(await cell('Tube ID')).toHaveTextContent('T0001230')
  expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-P004-2-001')
  expect(await cell('Volume')).toHaveTextContent(/^2 ml$/)
})

test('E2 the head of the page says where the tube is', async () => {
  serverAnswers(sampleLocationApi.location, aLocation())
  open()
  const head = (await screen.findByRole('heading', { name: 'NB-P004-EDTA-2' })).closest(
    'header',
  ) as HTMLElement
  await waitFor(() => expect(head).toHaveTextContent('Place: Freezer 1 › Box 03 › C2'))
  expect(within(head).getByRole('link', { name: 'C2' })).toHaveAttribute(
    'href',
    '/storage/3/enhanced?cell=C2',
  )
})

test('SAMPD-09 shows the subject and the site', async () => {
  open({ subjectId: 'P004', siteId: 'SITE007' })
  expect(await cell('Subject ID')).toHaveTextContent('P004')
  expect(await cell('Site ID')).toHaveTextContent('SITE007')
})

test('SAMPD-10 a sample without subject or site is not assigned', async () => {
  open()
  expect(await cell('Subject ID')).toHaveTextContent('not assigned')
  expect(await cell('Site ID')).toHaveTextContent('not assigned')
})

test('SAMPD-11 SAMPD-12 shows the five times and the metadata', async () => {
  open({
    collectionTimestamp: at(1),
    receivedTimestamp: at(2),
    qcTimestamp: at(3),
    processedTimestamp: at(4),
    archivedTimestamp: at(5),
    metadata: { createdAt: at(6), updatedAt: at(7), rin: 8.4 },
  })
  const days = {
    Collected: 1,
    Received: 2,
    QC: 3,
    Processed: 4,
    Archived: 5,
    'Created at': 6,
    'Updated at': 7,
  }
  for (const [label, day] of Object.entries(days)) {
    expect(await cell(label)).toHaveTextContent(formatInstant(at(day)))
  }
  expect(await cell('Rin')).toHaveTextContent('8.4')
})

test.each(['https://data.example/a.bam', 'HTTP://data.example/run 7/a.bam'])(
  'SAMPD-13 VALID-36 a bamFileUri that a browser can open is a link: %s',
  async (bamFileUri) => {
    open({ bamFileUri })
    expect(within(await cell('bamFileUri')).getByRole('link')).toHaveAttribute('href', bamFileUri)
  },
)

test('D22 SAMPD-13 a bamFileUri that no browser can open links to the details of the data file', async () => {
  const metadata = {
    ...aSample().metadata,
    bamPath: 'runs/7/a.bam',
    bamMd5: '9e107d9d',
    bamSize: 2_500_000_000,
  }
  open({ bamFileUri: 's3://seq/a.bam', metadata })
  const link = within(await cell('bamFileUri')).getByRole('link', { name: 's3://seq/a.bam' })
  expect(link).toHaveAttribute('href', `${address}#data-file`)
  const details = document.querySelector('#data-file') as HTMLElement
  for (const text of ['s3://seq/a.bam', 'runs/7/a.bam', '9e107d9d', '2.5 GB']) {
    expect(within(details).getByText(text)).toBeVisible()
  }
  expect(within(details).getAllByRole('button', { name: /copy/i })).toHaveLength(3)
})

test.each(['s3://seq/T0001230.bam', 'https://data.example/T0001230.bam'])(
  'D14 the page says that the link to %s is in doubt and why, and does not use it',
  async (uri) => {
    const bamDoubt = 'T0001230.bam no longer names NB-P004-EDTA-2 (T0001230)'
    open({
      bamFileUri: null,
      metadata: { ...aSample().metadata, bamDoubt, bamDoubtedUri: uri, bamMd5: 'ab12' },
    })
    const toDetails = within(await cell('bamFileUri')).getByRole('link', { name: 'in doubt, not used' })
    expect(toDetails).toHaveAttribute('href', `${address}#data-file`)
    const details = within(document.querySelector('#data-file') as HTMLElement)
    expect(details.getByText('The link to the data file is in doubt')).toBeVisible()
    expect(details.getByText(bamDoubt)).toBeVisible()
    expect(details.queryByRole('link')).toBeNull()
    expect(screen.getAllByText(uri)).toHaveLength(1)
    expect(screen.queryByText('Bam doubt')).toBeNull()
  },
)

test('D23 the facts of a sample show its tube type, once', async () => {
  open({ tubeType: 'EDTA', metadata: { ...aSample().metadata, tubeType: 'EDTA' } })
  expect(await cell('Tube Type')).toHaveTextContent('EDTA')
  expect(screen.getAllByText(/^tube type$/i)).toHaveLength(1)
})

test('D8 SAMPD-19 Hide Subject ID hides the subject in the field and in the barcode, and Get shows it again', async () => {
  serverAnswers(samplesApi.subject, { subjectId: 'S-777', siteId: 'SITE007' })
  const { user } = open({ subjectId: 'S-777', siteId: 'SITE007', visitId: 'V2' })
  expect((await screen.findAllByText(/S-777/)).length).toBeGreaterThan(1)
  await user.click(screen.getByText('Get Subject ID'))
  const subject = await cell('Subject ID')
  await waitFor(() => expect(subject).toHaveTextContent('S-777 at SITE007'))
  await user.click(screen.getByText('Hide Subject ID'))
  expect(document.body.textContent).not.toContain('S-777')
  expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-•••-2-001')
  await user.click(screen.getByText('Get Subject ID'))
  const barcode = await cell('Structured Barcode')
  await waitFor(() => expect(barcode).toHaveTextContent('SITE007-S-777-2-001'))
})

const deletion = {
  deletionId: '33333333-3333-4333-8333-333333333333',
  sampleId: aSample().id,
  name: aSample().name,
  alias: aSample().alias,
  deletedWith: 'sample' as const,
  deletedAt: at(3),
  deletedByName: 'Bo Chen',
}

test('D11 the open page of a sample that was deleted elsewhere says by whom, with Undo', async () => {
  const { streams } = serverStreams()
  const { user } = open()
  expect(await screen.findByText('Edit Sample')).toBeVisible()
  await screen.findByText('Live')
  const gone = { code: 'sample-not-found', message: 'Sample not found' } as const
  serverRefuses(samplesApi.get, 404, gone)
  serverAnswers(deletionsApi.find, { deletion })
  streams.at(-1)?.say('data: {"samples":true}\n\n')

  expect(await screen.findByText('NB-P004-EDTA-2 has been deleted')).toBeVisible()
  expect(screen.getByText(`Bo Chen deleted it on ${formatInstant(at(3))}.`)).toBeVisible()
  expect(screen.queryByText('Edit Sample')).not.toBeInTheDocument()

  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 1 })
  serverAnswers(samplesApi.get, { sample: aSample() })
  await user.click(screen.getByText('Undo'))
  expect(await screen.findByText('NB-P004-EDTA-2 is back')).toBeVisible()
  expect(await screen.findByText('Edit Sample')).toBeVisible()
  expect(undone[0]?.body).toEqual({ deletionId: deletion.deletionId })
})

test('D7 a deleted sample whose cell is taken is brought back from its page without its place', async () => {
  serverRefuses(samplesApi.get, 404, { code: 'sample-not-found', message: 'Sample not found' })
  serverAnswers(deletionsApi.find, { deletion })
  const message = 'It cannot come back to its place: A1 of Box 3 holds NB-7 (T0000007) now.'
  serverRefuses(deletionsApi.undo, 409, { code: 'cell-taken', message })
  const { user } = openAddress(address)
  await user.click(await screen.findByText('Undo'))
  expect(await screen.findByText(message)).toBeVisible()

  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 1 })
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  await user.click(screen.getByText('Bring it back without its place'))
  expect(await screen.findByText('Edit Sample')).toBeVisible()
  expect(undone[0]?.body).toEqual({ deletionId: deletion.deletionId, withoutPlace: true })
})

test('SAMPD-16 SAMPD-17 batch and parent are links', async () => {
  const parentSampleId = '11111111-1111-4111-8111-111111111111'
  serverAnswers(samplesApi.history, { events: [] })
  serverAnswers(samplesApi.get, ({ query }) => ({
    sample: query.id === parentSampleId ? aSample({ name: 'NB-P004-EDTA-1' }) : aSample({ parentSampleId }),
  }))
  openAddress(address)
  const batch = within(await cell('Batch ID')).getByRole('link', { name: 'Nordic study 4' })
  expect(batch).toHaveAttribute('href', `/batches/${aSample().batchId}`)
  const parent = await within(await cell('Parent Sample ID')).findByRole('link', { name: 'NB-P004-EDTA-1' })
  expect(parent).toHaveAttribute('href', `/samples/${parentSampleId}`)
})

test('SAMPD-28 History leads to each status change with who, when, from and notes', async () => {
  const event = {
    id: 1,
    sampleId: aSample().id,
    userId: 'bo',
    userName: 'Bo Chen',
    notes: 'on dry ice',
    undoes: null,
    isUndone: false,
    canUndo: false,
  }
  const { user } = open({ status: 'RECEIVED' }, [
    { ...event, fromStatus: 'COLLECTED', status: 'RECEIVED', timestamp: at(2) },
    { ...event, fromStatus: null, status: 'UNKNOWN', timestamp: at(1), notes: '' },
  ])
  await user.click(await screen.findByRole('button', { name: 'History' }))
  const history = screen.getByRole('heading', { name: 'Lifecycle history' }).closest('[tabindex="-1"]')
  expect(history).toHaveFocus()

  const [newest, oldest] = await screen.findAllByText('Bo Chen')
  expect(newest?.closest('li')).toHaveTextContent(
    `RECEIVEDBo Chen${formatInstant(at(2))}from COLLECTEDon dry ice`,
  )
  expect(oldest?.closest('li')).toHaveTextContent('registered')
})

test('E1 the last change can be undone from the history, and an undone change is marked as such', async () => {
  const requests = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const event = {
    sampleId: aSample().id,
    userId: 'bo',
    userName: 'Bo Chen',
    notes: '',
    undoes: null,
    isUndone: false,
    canUndo: false,
  }
  const { user } = open({ status: 'COLLECTED' }, [
    { ...event, id: 4, fromStatus: 'RECEIVED', status: 'COLLECTED', timestamp: at(4), undoes: 3 },
    { ...event, id: 3, fromStatus: 'COLLECTED', status: 'RECEIVED', timestamp: at(3), isUndone: true },
    { ...event, id: 2, fromStatus: 'UNKNOWN', status: 'COLLECTED', timestamp: at(2), canUndo: true },
  ])
  await user.click(await screen.findByRole('button', { name: 'History' }))

  const [undoing, undone] = (await screen.findAllByText('Bo Chen')).map((name) => name.closest('li'))
  expect(undoing).toHaveTextContent('RECEIVED was undone')
  expect(undone).toHaveTextContent('undone')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The change was undone')).toBeVisible()
  expect(requests[0]?.body).toEqual({ eventIds: [2] })
})

test('SAMPD-29 says that there is no such sample', async () => {
  serverRefuses(samplesApi.get, 404, { code: 'sample-not-found', message: 'Sample not found' })
  openAddress(address)
  expect(await screen.findByText('No sample found')).toBeVisible()
})

test('whether a sample was deleted is looked up again by Retry if that failed', async () => {
  serverRefuses(samplesApi.get, 404, { code: 'sample-not-found', message: 'Sample not found' })
  serverRefuses(deletionsApi.find, 503, {
    code: 'database-unavailable',
    message: 'The database does not respond',
  })
  const { user } = openAddress(address)
  expect(await screen.findByText('The database does not respond')).toBeVisible()
  expect(screen.queryByText('No sample found')).toBeNull()

  serverAnswers(deletionsApi.find, { deletion })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('NB-P004-EDTA-2 has been deleted')).toBeVisible()
})

test('a sample that cannot be loaded can be loaded again', async () => {
  serverRefuses(samplesApi.get, 503, {
    code: 'database-unavailable',
    message: 'The database does not respond',
  })
  const { user } = openAddress(address)
  expect(await screen.findByText('The database does not respond')).toBeVisible()

  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'NB-P004-EDTA-2' })).toBeVisible()
})

const anExcursion = (changes: Partial<SampleExcursion> = {}): SampleExcursion => ({
  storageId: 3,
  storageAlias: 'Shelf 2',
  storagePath: 'Freezer 1 › Shelf 2',
  isStorageDeleted: false,
  beganAt: at(1),
  from: at(1),
  to: at(2),
  seconds: 7200,
  worstC: -52,
  ...changes,
})

test('excursions that could not be loaded are not shown as none', async () => {
  serverRefuses(temperaturesApi.sample, 503)
  const { user } = open()
  expect(await screen.findByText('The temperature excursions could not be loaded')).toBeVisible()

  serverAnswers(temperaturesApi.sample, { excursions: [anExcursion()], totalExcursions: 1 })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/Inside.*at −52 °C for 2 h/)).toBeVisible()
  expect(screen.queryByText('The temperature excursions could not be loaded')).toBeNull()
})

test('the storage of an excursion is a link, unless it was deleted', async () => {
  serverAnswers(temperaturesApi.sample, {
    excursions: [
      anExcursion(),
      anExcursion({ storageId: 4, storagePath: 'Freezer 2', isStorageDeleted: true }),
    ],
    totalExcursions: 2,
  })
  open()
  expect(await screen.findByRole('link', { name: 'Freezer 1 › Shelf 2' })).toBeVisible()
  expect(screen.getByText(/Inside Freezer 2 \(deleted\) at −52 °C/)).toBeVisible()
  expect(screen.queryByRole('link', { name: /Freezer 2/ })).toBeNull()
})

test('all excursions of a sample are shown, ten on a page', async () => {
  const all = Array.from({ length: 11 }, (_, index) => anExcursion({ storageId: index + 1, worstC: -index }))
  serverAnswers(temperaturesApi.sample, ({ query: { pageNumber = 0, pageSize = 200 } }) => {
    const start = Number(pageNumber) * Number(pageSize)
    return { excursions: all.slice(start, start + Number(pageSize)), totalExcursions: all.length }
  })
  const { user } = open()
  expect(await screen.findByText(/at −9 °C for 2 h/)).toBeVisible()
  expect(screen.queryByText(/at −10 °C/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  expect(await screen.findByText(/at −10 °C for 2 h/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Earlier' })).toBeDisabled()
})

test('a sample is deleted from its page, which leads on to the list and its Undo', async () => {
  const deletionId = crypto.randomUUID()
  const deleted = serverAnswers(samplesApi.delete, { success: true, deletionId, numSamples: 1 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 1 })
  const requests = serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  const { user, place } = openAddress(address)
  await user.click(await screen.findByLabelText('Delete NB-P004-EDTA-2'))
  await screen.findAllByText('Are you sure you want to delete this sample?')
  expect(deleted).toHaveLength(0)
  const before = requests.length
  await user.click(screen.getByText('Delete'))

  await screen.findByText('NB-P004-EDTA-2 deleted')
  expect(place()).toBe('/samples')
  expect(requests).toHaveLength(before)
  await user.click(screen.getByText('Undo'))
  await waitFor(() => expect(undone[0]?.body).toEqual({ deletionId }))
})

test('a slow deletion of a sample does not lead away from the page that was opened since', async () => {
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  const replied = Promise.withResolvers<void>()
  server.use(
    http.post(`*/api${samplesApi.delete.path}`, async () => {
      await replied.promise
      return HttpResponse.json({ success: true, deletionId: crypto.randomUUID(), numSamples: 1 })
    }),
  )
  const { user, place } = openAddress(address)
  await user.click(await screen.findByLabelText('Delete NB-P004-EDTA-2'))
  await screen.findAllByText('Are you sure you want to delete this sample?')
  await user.click(screen.getByText('Delete'))
  await user.click(await screen.findByRole('link', { name: 'Receive' }))
  await waitFor(() => expect(place()).toBe('/receive'))
  replied.resolve()
  expect(await screen.findByText('NB-P004-EDTA-2 deleted')).toBeVisible()
  expect(place()).toBe('/receive')
})

test('a question about a sample does not stay over the sign-in page when the session ends', async () => {
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  const { user } = openAddress(address)
  await user.click(await screen.findByLabelText('Delete NB-P004-EDTA-2'))
  await screen.findAllByText('Are you sure you want to delete this sample?')
  act(clearToken)
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a question about a sample does not stay over the page that Back leads to', async () => {
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  const { user, router, place } = openAddress('/receive')
  await screen.findByRole('heading', { level: 1 })
  await act(() => router.navigate({ to: address }))
  await user.click(await screen.findByLabelText('Delete NB-P004-EDTA-2'))
  await screen.findAllByText('Are you sure you want to delete this sample?')
  act(() => router.history.back())
  await waitFor(() => expect(place()).toBe('/receive'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
