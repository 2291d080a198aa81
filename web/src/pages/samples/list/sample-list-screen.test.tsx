import { batchesApi } from '@lims/contract/batches.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import type { SampleTreeReply, TreeSample } from '@lims/contract/sample-tree.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import './sample-list-screen.tsx'

const parent = aSample({ name: 'NB-P004-EDTA-2', status: 'QC_PASS', volume: 0.01, notes: 'haemolysed' })
const child = aSample({
  id: '7f9c24e8-3b1a-4d0e-9c55-000000000002',
  name: 'NB-P004-EDTA-2-DNA-1',
  type: 'DNA',
  parentSampleId: parent.id,
})
const otherId = '7f9c24e8-3b1a-4d0e-9c55-000000000003'
const treeOf = (samples: TreeSample[], totalSamples = samples.length): SampleTreeReply => ({
  batches:
    samples.length > 0
      ? [{ id: aBatch().id, name: 'Nordic study 4', numSamples: 30, byStatus: { UNKNOWN: 19, RECEIVED: 11 } }]
      : [],
  samples,
  totalSamples,
  totalIsExact: true,
})
const family = treeOf([{ ...parent, children: [child] }], 2)
const rowOf = async (name: string) => (await screen.findByText(name)).closest('.ant-table-row') as HTMLElement

beforeEach(() => void signIn())
afterEach(() => void vi.unstubAllGlobals())

test('SAMP-01 SAMP-02 SAMP-03 batch, parent and child, all open, with what the columns promise', async () => {
  serverAnswers(samplesApi.tree, family)
  openAddress('/samples')

  expect(within(await rowOf('Nordic study 4')).getByText(/30 samples · 11 received/)).toBeVisible()
  expect(within(await rowOf('NB-P004-EDTA-2-DNA-1')).getByText('DNA')).toBeVisible()
  for (const title of ['Sample Hierarchy', 'Type', 'Status', 'Volume', 'Notes', 'Actions']) {
    expect(screen.getByRole('columnheader', { name: title })).toBeVisible()
  }
})

test('the row of a batch counts children apart: they are not received', async () => {
  const [batch] = family.batches
  const counts = { numSamples: 91, byStatus: { UNKNOWN: 61, RECEIVED: 30 } }
  const batches = batch ? [{ ...batch, ...counts, children: { total: 60, byStatus: { UNKNOWN: 60 } } }] : []
  serverAnswers(samplesApi.tree, { ...family, batches })
  openAddress('/samples')
  const row = within(await rowOf('Nordic study 4'))
  expect(row.getByText('31 samples and 60 children · 30 received')).toBeVisible()
})

test('SAMP-04 SAMP-12 ENT-17 the volume in mL, underscores as spaces, and the count of samples', async () => {
  serverAnswers(samplesApi.tree, family)
  openAddress('/samples')
  const row = await rowOf('NB-P004-EDTA-2')
  for (const text of ['T0001230', 'PLASMA', 'QC PASS', '0.01 mL', 'haemolysed']) {
    expect(within(row).getByText(text)).toBeVisible()
  }
  expect(screen.getByText('2 samples')).toBeVisible()
})

test('E2 each row says where its tube is, with the way to its cell', async () => {
  const place = { storageId: 9, location: 'D2', path: 'Freezer 1 › Rack A › Box 9 › D2' }
  serverAnswers(samplesApi.tree, treeOf([{ ...parent, place, children: [child] }]))
  openAddress('/samples')
  const link = within(await rowOf('NB-P004-EDTA-2')).getByRole('link', { name: place.path })
  expect(link).toHaveAttribute('href', '/storage/9/enhanced?cell=D2')
  expect(within(await rowOf('NB-P004-EDTA-2-DNA-1')).getByText('no place')).toBeVisible()
})

test('says that a search found more than it counts', async () => {
  serverAnswers(samplesApi.tree, { ...family, totalSamples: 10_000, totalIsExact: false })
  openAddress('/samples?query=NB')
  expect(await screen.findByText('more than 10,000 samples')).toBeVisible()
})

test('SAMP-05 a sample can be edited, shown and deleted from its row', async () => {
  serverAnswers(samplesApi.tree, family)
  openAddress('/samples')
  const row = within(await rowOf('NB-P004-EDTA-2'))
  const address = `/samples/${parent.id}`
  expect(row.getByLabelText('Show NB-P004-EDTA-2')).toHaveAttribute('href', address)
  expect(row.getByLabelText('Edit NB-P004-EDTA-2')).toHaveAttribute('href', `${address}/edit`)
  expect(row.getByRole('button', { name: 'Delete NB-P004-EDTA-2' })).toBeEnabled()
})

test('SAMP-06 CONST-04 deletes a sample only after the question, and offers to undo it', async () => {
  serverAnswers(samplesApi.tree, family)
  const deletionId = crypto.randomUUID()
  const deleted = serverAnswers(samplesApi.delete, { success: true, deletionId, numSamples: 1 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 1 })
  const { user } = openAddress('/samples')

  await user.click(await screen.findByLabelText('Delete NB-P004-EDTA-2-DNA-1'))
  const question = await screen.findAllByText('Are you sure you want to delete this sample?')
  await waitFor(() => expect(question.at(-1)).toBeVisible())
  expect(deleted).toHaveLength(0)
  await user.click(screen.getByText('Delete'))
  await waitFor(() => expect(deleted[0]?.query).toEqual({ id: child.id }))

  await user.click(await screen.findByText('Undo'))
  await waitFor(() => expect(undone[0]?.body).toEqual({ deletionId }))
})

test('on a phone a menu in the row edits, shows and deletes', async () => {
  vi.stubGlobal('innerWidth', 390)
  serverAnswers(samplesApi.tree, family)
  serverAnswers(samplesApi.get, { sample: parent })
  const deleted = serverAnswers(samplesApi.delete, {
    success: true,
    deletionId: crypto.randomUUID(),
    numSamples: 1,
  })
  const { user, place } = openAddress('/samples')
  const menu = await screen.findByLabelText('Actions for NB-P004-EDTA-2-DNA-1')
  await user.click(menu)
  await user.click(await screen.findByText('Delete'))
  await screen.findAllByText('Are you sure you want to delete this sample?')
  await user.click(screen.getByText('Delete', { selector: 'button *' }))
  await waitFor(() => expect(deleted[0]?.query).toEqual({ id: child.id }))

  await user.click(await screen.findByLabelText('Actions for NB-P004-EDTA-2'))
  await user.click((await screen.findAllByText('Edit')).at(-1) as HTMLElement)
  expect(place()).toBe(`/samples/${parent.id}/edit`)
})

test('after a deletion by keyboard the focus moves to the nearest row', async () => {
  let isThere = true
  serverAnswers(samplesApi.tree, () =>
    isThere ? family : { ...family, samples: [{ ...parent, children: [] }], totalSamples: 1 },
  )
  serverAnswers(samplesApi.delete, () => {
    isThere = false
    return { success: true as const, deletionId: crypto.randomUUID(), numSamples: 1 }
  })
  const { user } = openAddress('/samples')
  const button = await screen.findByLabelText('Delete NB-P004-EDTA-2-DNA-1')
  act(() => button.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByText('Cancel').closest('button')).toHaveFocus())
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByText('NB-P004-EDTA-2-DNA-1 deleted')
  await waitFor(() => expect(button).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByLabelText('Delete NB-P004-EDTA-2')).toHaveFocus())
})

test('SAMP-07 SAMP-09 SAMP-10 SAMP-11 sends text, subject, site and status from the address', async () => {
  const requests = serverAnswers(samplesApi.tree, family)
  openAddress('/samples?query=123&subjectId=P004&siteId=SITE007&status=RECEIVED')
  await screen.findByText('NB-P004-EDTA-2')
  expect(requests[0]?.query).toEqual({
    query: '123',
    subjectId: 'P004',
    siteId: 'SITE007',
    status: 'RECEIVED',
  })
})

test('says that the subject or the site of the address is only part of the IDs of these samples', async () => {
  const subjects = 'No sample has exactly this subject ID. These are of all subjects whose ID contains it.'
  const sites = 'No sample has exactly this site ID. These are of all sites whose ID contains it.'
  serverAnswers(samplesApi.tree, { ...family, byPartOfId: ['subjectId'] })
  serverAnswers(samplesApi.search, {
    samples: [parent],
    totalSamples: 1,
    totalIsExact: true,
    byPartOfId: ['siteId'],
  })
  const { router } = openAddress('/samples?subjectId=P1')
  expect(await screen.findByText(subjects)).toHaveRole('status')
  expect(screen.queryByText(sites)).toBeNull()
  await router.navigate({ to: '/samples', search: { siteId: 'SITE1', sort: 'name' } })
  expect(await screen.findByText(sites)).toBeVisible()
  expect(screen.queryByText(subjects)).toBeNull()
})

test('a part of an ID that finds no sample has only the sentence that nothing matches', async () => {
  serverAnswers(samplesApi.tree, { ...treeOf([]), byPartOfId: ['subjectId'] })
  openAddress('/samples?subjectId=P1')
  await screen.findByText('No sample matches these filters.')
  expect(screen.queryByText(/exactly this subject/)).toBeNull()
})

test('what a mail program or a person adds to the address is not sent to the server', async () => {
  const requests = serverAnswers(samplesApi.tree, family)
  openAddress('/samples?status=RECEIVED&utm_source=mail&toString=1')
  await screen.findByText('NB-P004-EDTA-2')
  expect(requests[0]?.query).toEqual({ status: 'RECEIVED' })
})

test.each([
  ['SAMP-07', 'Search name, tube ID, type or notes', 'query'],
  ['SAMP-09', 'Subject ID', 'subjectId'],
  ['SAMP-10', 'Site ID', 'siteId'],
])(
  "%s what is typed into '%s' is requested once the typing pauses, as %s, and is in the address",
  async (_, name, filter) => {
    const requests = serverAnswers(samplesApi.tree, family)
    const { user, place } = openAddress('/samples')
    await screen.findByText('NB-P004-EDTA-2')
    await user.type(screen.getByRole('searchbox', { name }), 'P004')
    await waitFor(() => expect(place()).toBe(`/samples?${filter}=P004`))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.query).toEqual({ [filter]: 'P004' })
  },
)

test('Back takes away one filter after the other, and the typing of a field at once', async () => {
  serverAnswers(samplesApi.tree, family)
  const { user, router, place } = openAddress('/samples?status=RECEIVED')
  const field = await screen.findByRole('searchbox', { name: 'Subject ID' })
  await user.type(field, 'P00')
  await waitFor(() => expect(place()).toBe('/samples?status=RECEIVED&subjectId=P00'))
  await user.type(field, '4')
  await waitFor(() => expect(place()).toBe('/samples?status=RECEIVED&subjectId=P004'))
  act(() => router.history.back())
  await waitFor(() => expect(place()).toBe('/samples?status=RECEIVED'))
  expect(field).toHaveValue('')
})

test('chosen samples move to one status together, all or none', async () => {
  serverAnswers(samplesApi.tree, treeOf([{ ...parent, children: [] }]))
  const moved = serverAnswers(samplesApi.updateStatuses, { success: true, count: 1, eventIds: [1] })
  const { user } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose NB-P004-EDTA-2'))
  await user.click(screen.getByText('Update status'))
  expect(await screen.findAllByRole('radio')).toHaveLength(3)
  await user.click(await screen.findByRole('radio', { name: /SEQUENCED/ }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(moved[0]?.body).toEqual({ sampleIds: [parent.id], newStatus: 'SEQUENCED' }))
  await waitFor(() => expect(screen.queryByText('1 chosen')).not.toBeInTheDocument())
})

test('samples of different statuses have no next status in common', async () => {
  serverAnswers(samplesApi.tree, family)
  const { user } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose NB-P004-EDTA-2'))
  await user.click(screen.getByLabelText('Choose NB-P004-EDTA-2-DNA-1'))
  await user.click(screen.getByText('Update status'))
  await user.click(await screen.findByRole('radio', { name: /UNKNOWN/ }))
  expect(screen.getAllByRole('radio')).toHaveLength(1)
})

test('says that only one batch is shown, and shows all again', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  const requests = serverAnswers(samplesApi.tree, family)
  const { user, place } = openAddress(`/samples?batchId=${aBatch().id}`)
  expect(await screen.findByText('Nordic study 4', { selector: 'strong' })).toBeVisible()
  await waitFor(() => expect(requests[0]?.query).toMatchObject({ batchId: aBatch().id }))
  await user.click(screen.getByRole('button', { name: 'Show all batches' }))
  await waitFor(() => expect(place()).toBe('/samples'))
})

test('an empty laboratory is shown the way to its first samples', async () => {
  serverAnswers(samplesApi.tree, treeOf([]))
  openAddress('/samples')
  expect(await screen.findByRole('link', { name: 'Create a patient batch' })).toBeVisible()
})

test('filters that match nothing can be cleared, as said over the whole width', async () => {
  serverAnswers(samplesApi.tree, treeOf([]))
  const { user, place } = openAddress('/samples?query=nothing')
  const clear = await screen.findByText('Clear all filters')
  expect(clear.closest('.ant-table')).toBeNull()
  await user.click(clear)
  expect(place()).toBe('/samples')
})

test('ERR-50 says that the samples could not be loaded, and why', async () => {
  serverRefuses(samplesApi.tree, 400, { code: 'request-invalid', message: 'siteId is too long' })
  openAddress('/samples')
  expect(await screen.findByText('Failed to fetch samples')).toBeVisible()
  expect(screen.getByText('siteId is too long')).toBeVisible()
})

test('D13 a status under its other name filters the list', async () => {
  const requests = serverAnswers(samplesApi.tree, family)
  openAddress('/samples?status=SENT_TO_COLLABORATOR')
  await rowOf('NB-P004-EDTA-2')
  expect(requests[0]?.query).toMatchObject({ status: 'SENT_TO_C2N' })
})

test('more samples that could not be loaded are reported, and loaded on Retry', async () => {
  serverAnswers(samplesApi.tree, { ...family, totalSamples: 3, nextCursor: '1.1' })
  const { user } = openAddress('/samples')
  await rowOf('NB-P004-EDTA-2')
  serverRefuses(samplesApi.tree, 503, { code: 'database-unavailable', message: 'Not reachable' })
  fireEvent.scroll(screen.getByRole('table').querySelector('.ant-table-tbody-virtual-holder') as Element)
  expect(await screen.findByText('More samples could not be loaded')).toBeVisible()
  expect(screen.getByText('Not reachable')).toBeVisible()
  expect(screen.getByText('NB-P004-EDTA-2')).toBeVisible()

  serverAnswers(samplesApi.tree, treeOf([{ ...aSample({ id: otherId, name: 'NB-P005' }), children: [] }], 3))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('NB-P005')).toBeVisible()
  expect(screen.queryByText('More samples could not be loaded')).not.toBeInTheDocument()
})

test('closing a batch shows the one after it without loading the rest of it, opening it loads the rest', async () => {
  const manyRows = 5000
  const scrollHeight = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(manyRows)
  const clientHeight = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => [scrollHeight, clientHeight].forEach((spy) => void spy.mockRestore()))
  const older = { ...aBatch(), id: '7f9c24e8-3b1a-4d0e-9c55-0000000000b2', name: 'Nordic study 3' }
  const requests = serverAnswers(samplesApi.tree, ({ query: { cursor } }) => {
    if (!cursor) return { ...family, totalSamples: 400, nextCursor: '2.1', nextBatchCursor: '2' }
    if (cursor === '2.1') return treeOf([{ ...aSample({ id: otherId, name: 'NB-P009' }), children: [] }], 400)
    return {
      ...treeOf([{ ...aSample({ id: otherId, name: 'NB-P005', batchId: older.id }), children: [] }], 400),
      batches: [{ id: older.id, name: older.name, numSamples: 1, byStatus: {} }],
    }
  })
  const { user } = openAddress('/samples')
  const batch = await rowOf('Nordic study 4')
  expect(requests).toHaveLength(1)
  scrollHeight.mockReturnValue(42)
  await user.click(within(batch).getByLabelText('Collapse row'))
  expect(await screen.findByText('Nordic study 3')).toBeVisible()
  expect(requests.map(({ query }) => query.cursor)).toEqual([undefined, '2'])

  await user.click(within(await rowOf('Nordic study 4')).getByLabelText('Expand row'))
  expect(await screen.findByText('NB-P009')).toBeVisible()
})

test('two closed batches that are opened one after the other are both loaded to their ends', async () => {
  const scrollHeight = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(5000)
  const clientHeight = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => [scrollHeight, clientHeight].forEach((spy) => void spy.mockRestore()))
  const idOf = (last: string) => `7f9c24e8-3b1a-4d0e-9c55-0000000000${last}`
  const pageOf = (batch: string, tube: number, cursors = {}) => {
    const batchId = idOf(`${batch.toLowerCase()}0`)
    const sample = aSample({ id: idOf(`${batch.toLowerCase()}${tube}`), name: `${batch}-${tube}`, batchId })
    return {
      ...treeOf([{ ...sample, children: [] }], 600),
      batches: [{ id: batchId, name: `Batch ${batch}`, numSamples: 2, byStatus: {} }],
      ...cursors,
    }
  }
  const pages = {
    first: pageOf('A', 1, { nextCursor: '3.1', nextBatchCursor: '3' }),
    '3.1': pageOf('A', 2, { nextCursor: '3', nextBatchCursor: '3' }),
    '3': pageOf('B', 1, { nextCursor: '2.1', nextBatchCursor: '2' }),
    '2.1': pageOf('B', 2, { nextCursor: '2', nextBatchCursor: '2' }),
    '2': pageOf('C', 1, { nextCursor: '1', nextBatchCursor: '1' }),
    '1': pageOf('D', 1),
  }
  const held = Promise.withResolvers<void>()
  let isHeld = false
  serverAnswers(samplesApi.tree, async ({ query: { cursor = 'first' } }) => {
    if (isHeld) await held.promise
    if (cursor === '3' && !isHeld) scrollHeight.mockReturnValue(5000)
    return pages[cursor as keyof typeof pages]
  })
  const { user } = openAddress('/samples')
  for (const batch of ['Batch A', 'Batch B']) {
    const row = await rowOf(batch)
    scrollHeight.mockReturnValue(42)
    await user.click(within(row).getByLabelText('Collapse row'))
  }
  expect(await screen.findByText('Batch D')).toBeVisible()
  scrollHeight.mockReturnValue(5000)
  isHeld = true
  for (const batch of ['Batch A', 'Batch B'])
    await user.click(within(await rowOf(batch)).getByLabelText('Expand row'))
  held.resolve()
  expect(await screen.findByText('A-2')).toBeVisible()
  expect(await screen.findByText('B-2')).toBeVisible()
})
