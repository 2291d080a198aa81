import { batchesApi } from '@lims/contract/batches.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample, aSample } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { KitArrivals } from './kit-arrivals.tsx'
import { lastSubject } from './receive-api.ts'
import { ReceiveScreen } from './receive-screen.tsx'

const subjectId = 'NB-P003'
const tubeOf = (kind: string, status: ListedSample['status']) =>
  aSample({ id: crypto.randomUUID(), name: `${subjectId}-${kind}`, subjectId, status })
const reply = (samples: ListedSample[], totalSamples = samples.length) => ({
  samples,
  totalSamples,
  totalIsExact: true,
})
const kit = reply([
  tubeOf('EDTA-4', 'RECEIVED'),
  tubeOf('EDTA-5', 'UNKNOWN'),
  tubeOf('DBS-1', 'PROCESSED'),
  tubeOf('DBS-2', 'COLLECTED'),
])
const text = 'NB-P003: 2 of 4 arrived. Not arrived: EDTA-5, DBS-2'

beforeEach(() => {
  const byStatus = { UNKNOWN: 10, COLLECTED: 3, RECEIVED: 17 }
  serverAnswers(batchesApi.get, { batch: aBatch({ byStatus }) })
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ subjectId }) })
})

async function scan(code = 'T0001230') {
  const user = openScreen(<ReceiveScreen />)
  await user.type(await screen.findByLabelText('Scan or enter identifier'), `${code}{Enter}`)
  await screen.findByText('17 of 30 arrived')
  return user
}

test('after a receipt the page says which tubes of the patient have not arrived', async () => {
  const requests = serverAnswers(samplesApi.search, kit)
  await scan()
  expect(await screen.findByText(text)).toBeVisible()
  expect(requests[0]?.query).toEqual({
    batchId: aBatch().id,
    subjectId,
    hasParent: 'no',
    pageSize: '100',
  })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(subjectId)
})

test('the last tube of the patient completes the kit, and the next patient takes its place', async () => {
  serverAnswers(samplesApi.search, reply([tubeOf('EDTA-1', 'RECEIVED'), tubeOf('EDTA-2', 'RECEIVED')]))
  const user = await scan()
  expect(await screen.findByText('NB-P003: 2 of 2 arrived')).toBeVisible()

  const other = aReceivedSample({ id: crypto.randomUUID(), subjectId: 'NB-P004' })
  serverAnswers(samplesApi.receive, { success: true, sample: other })
  serverAnswers(samplesApi.search, reply([aSample({ name: 'plasma 7', status: 'COLLECTED' })]))
  await user.keyboard('T2{Enter}')
  expect(await screen.findByText('NB-P004: 0 of 1 arrived. Not arrived: plasma 7')).toBeVisible()
  expect(screen.queryByText(/^NB-P003/)).not.toBeInTheDocument()
})

test('what has not arrived of a kit is read aloud after each receipt', async () => {
  let found = kit
  serverAnswers(samplesApi.search, () => found)
  const user = openScreen(
    <>
      <ReceiveScreen />
      <Announcer />
    </>,
  )
  const readAloud = () => document.querySelector('.read-aloud-only[role=status]')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T0001230{Enter}')
  await waitFor(() => expect(readAloud()).toHaveTextContent(text))
  found = reply(kit.samples.map((sample) => ({ ...sample, status: 'RECEIVED' as const })))
  await user.keyboard('T2{Enter}')
  await waitFor(() => expect(readAloud()).toHaveTextContent('NB-P003: 4 of 4 arrived'))
})

test('the count from before a receipt is not read aloud when the tube of another patient came between', async () => {
  const kits: Record<string, ListedSample[]> = {
    [subjectId]: kit.samples,
    'NB-P004': [aSample({ name: 'plasma 7', status: 'COLLECTED' })],
  }
  serverAnswers(samplesApi.search, ({ query }) => reply(kits[query.subjectId ?? ''] ?? []))
  const user = openScreen(
    <>
      <ReceiveScreen />
      <Announcer />
    </>,
  )
  const region = () => document.querySelector('.read-aloud-only[role=status]') as Element
  const readAloud: (string | null)[] = []
  const observer = new MutationObserver(() => void readAloud.push(region().textContent))
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T0001230{Enter}')
  await waitFor(() => expect(region()).toHaveTextContent(text))
  const other = aReceivedSample({ id: crypto.randomUUID(), subjectId: 'NB-P004' })
  serverAnswers(samplesApi.receive, { success: true, sample: other })
  await user.keyboard('T2{Enter}')
  await waitFor(() => expect(region()).toHaveTextContent(/^NB-P004/))

  observer.observe(region(), { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  kits[subjectId] = kit.samples.map((sample) => ({ ...sample, status: 'RECEIVED' as const }))
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ subjectId }) })
  await user.keyboard('T3{Enter}')
  await waitFor(() => expect(region()).toHaveTextContent('NB-P003: 4 of 4 arrived'))
  expect(new Set(readAloud)).toEqual(new Set(['NB-P003: 4 of 4 arrived']))
})

test('a tube that is received on another computer leaves the list', async () => {
  let found = kit
  serverAnswers(samplesApi.search, () => found)
  const user = await scan()
  expect(await screen.findByText(text)).toBeVisible()
  found = reply(kit.samples.map((sample) => ({ ...sample, status: 'RECEIVED' as const })))
  await user.keyboard('T2{Enter}')
  expect(await screen.findByText('NB-P003: 4 of 4 arrived')).toBeVisible()
})

test.each([
  ['are hidden', { subjectId: null, masked: true as const }],
  ['are not given', { subjectId: null }],
])('nothing is said about a kit where the IDs of subjects %s', async (_, hidden) => {
  serverAnswers(samplesApi.receive, { success: true, sample: { ...aReceivedSample(), ...hidden } })
  const requests = serverAnswers(samplesApi.search, kit)
  await scan()
  expect(screen.queryByText(/Not arrived:/)).not.toBeInTheDocument()
  expect(requests).toEqual([])
})

test('the kit of the patient of another receipt is not shown beside a sample', async () => {
  const requests = serverAnswers(samplesApi.search, kit)
  lastSubject.set({ sampleId: 'one', subjectId })
  openScreen(
    <main>
      {['another', 'one'].map((sampleId) => (
        <section key={sampleId} aria-label={sampleId}>
          <KitArrivals batchId={aBatch().id} sampleId={sampleId} />
        </section>
      ))}
    </main>,
  )
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('region', { name: 'another' })).toBeEmptyDOMElement()
  expect(requests).toHaveLength(1)
})

test('more tubes of one patient than a kit has are not listed', async () => {
  const requests = serverAnswers(samplesApi.search, reply(kit.samples, 400))
  await scan()
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
  await waitFor(() => expect(screen.queryByText(/^NB-P003/)).not.toBeInTheDocument())
})

test.each([
  [undefined, ''],
  [{ total: 8, byStatus: { UNKNOWN: 8 } }, '&hasParent=no'],
])(
  'the tubes of the batch that have not arrived are one click away; its children are %j',
  async (children, more) => {
    const byStatus = { UNKNOWN: 10 + (children?.total ?? 0), COLLECTED: 3, RECEIVED: 17 }
    const numSamples = 30 + (children?.total ?? 0)
    serverAnswers(batchesApi.get, { batch: { ...aBatch({ numSamples, byStatus }), children } })
    await scan()
    const { id } = aBatch()
    const address = screen.getByRole('link', { name: '13 not arrived' }).getAttribute('href')
    expect(decodeURIComponent(address ?? '')).toBe(`/samples?batchId=${id}&status=UNKNOWN,COLLECTED${more}`)
  },
)

test('a batch that has arrived has no such link', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch({ byStatus: { RECEIVED: 17, QC_PASS: 13 } }) })
  const user = openScreen(<ReceiveScreen />)
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T0001230{Enter}')
  expect(await screen.findByText('30 of 30 arrived')).toBeVisible()
  expect(screen.queryByRole('link', { name: /not arrived/ })).not.toBeInTheDocument()
})
