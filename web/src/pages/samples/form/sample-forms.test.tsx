import { batchesApi } from '@lims/contract/batches.ts'
import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { untilReplied } from '../../../../test/open-requests.ts'
import { serverHas, tubeIn } from '../../../../test/open-storage.ts'
import { aBatch, aPlacing, aSample } from '../../../../test/records.ts'
import { roleIs } from '../../../../test/roles.ts'
import { server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'

const sample = aSample({ version: 3, notes: 'clear' })
const tree = { batches: [], samples: [], totalSamples: 0, totalIsExact: true }
const name = () => screen.findByRole('textbox', { name: 'Name' })
const batches = (totalBatches = 1) =>
  serverAnswers(batchesApi.search, { batches: totalBatches ? [aBatch()] : [], totalBatches })

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.tree, tree)
})

test('SAMPF-01 SAMPF-03 SAMPF-05 SAMPF-06 SAMPF-12 the create form begins with what is usual, and no id or metadata', async () => {
  const requests = batches()
  openAddress('/samples/create')
  expect(await name()).toHaveValue('')
  expect(screen.getByRole('spinbutton', { name: 'Volume' })).toHaveValue('0')
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('')
  expect(screen.getByText('UNKNOWN SAMPLE TYPE')).toBeVisible()
  expect(screen.getByText('UNKNOWN')).toBeVisible()
  expect(screen.queryByLabelText(/^(id|metadata)$/i)).not.toBeInTheDocument()
  await waitFor(() => expect(requests[0]?.query).toMatchObject({ pageSize: '100' }))
})

test('SAMPF-04 VALID-13 VALID-14 an empty name shows its message, and Create waits for it', async () => {
  batches()
  const { user } = openAddress(`/samples/create?batchId=${aBatch().id}`)
  const create = await screen.findByRole('button', { name: 'Create' })
  expect(create).toBeDisabled()
  await user.type(await name(), 'X')
  await waitFor(() => expect(create).toBeEnabled())
  await user.clear(await name())
  expect(await screen.findByText('Please input Name!')).toBeVisible()
  await waitFor(() => expect(create).toBeDisabled())
})

test('SAMPF-04 VALID-13 Create waits for a batch too, and a skipped one shows its message', async () => {
  batches()
  const { user } = openAddress('/samples/create')
  const create = await screen.findByRole('button', { name: 'Create' })
  await user.type(await name(), 'X')
  await user.click(screen.getByRole('combobox', { name: 'Batch ID' }))
  await user.tab()
  expect(await screen.findByText('Please input Batch ID!')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Batch ID' }))
  const choice = await screen.findByTitle(aBatch().name)
  expect(create).toBeDisabled()
  await user.click(choice)
  await waitFor(() => expect(create).toBeEnabled())
})

test('a search for a batch that failed does not say that there is none', async () => {
  batches()
  const { user } = openAddress('/samples/create')
  await name()
  serverRefuses(batchesApi.search, 503)
  await user.type(screen.getByRole('combobox', { name: 'Batch ID' }), 'Nord')
  expect(await screen.findByText('The batches could not be loaded')).toBeVisible()
  expect(screen.queryByText('No batch with this name')).toBeNull()
})

test('SAMPF-04 a batch in the address that no longer exists is named, and Create waits for another one', async () => {
  batches()
  serverRefuses(batchesApi.get, 404, { code: 'batch-not-found', message: 'Batch not found' })
  const sent = serverAnswers(samplesApi.add, { success: true, sample })
  const { user } = openAddress('/samples/create?batchId=7f9c24e8-3b1a-4d0e-9c55-0000000000ff')
  const text = 'This batch no longer exists. Choose another one.'
  expect(await screen.findByText(text)).toBeVisible()
  await user.type(await name(), 'NB-9{Enter}')
  expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled()

  serverAnswers(batchesApi.get, { batch: aBatch() })
  await user.click(screen.getByRole('combobox', { name: 'Batch ID' }))
  await user.click(await screen.findByTitle(aBatch().name))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  expect(screen.queryByText(text)).not.toBeInTheDocument()
  expect(sent).toHaveLength(0)
})

test('BATCH-11 creates a sample and goes to the list; the notice has a link to it', async () => {
  batches()
  const sent = serverAnswers(samplesApi.add, { success: true, sample })
  const { user, place } = openAddress(`/samples/create?batchId=${aBatch().id}`)
  await user.type(await name(), 'NB-9')
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(place()).toBe('/samples?page=1'))
  expect(sent[0]?.body).toEqual({
    name: 'NB-9',
    batchId: aBatch().id,
    type: 'UNKNOWN_SAMPLE_TYPE',
    status: 'UNKNOWN',
    volume: 0,
  })
  await user.click(within(await screen.findByRole('alert')).getByRole('link', { name: sample.name }))
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
})

const cellB4 = { storageId: 7, location: 'B4', rowCoordinate: 4, columnCoordinate: 2 }
const placedInB4 = aPlacing({ sampleId: sample.id, ...cellB4 })

test('SAMPF-09 SAMPF-10 with a place in the address the new sample goes there', async () => {
  batches()
  serverHas([{ storage: aStorage({ id: 7, numberRows: 9, numberColumns: 9 }), occupancy: [] }])
  serverAnswers(samplesApi.add, { success: true, sample })
  const placed = serverAnswers(sampleLocationApi.associate, placedInB4)
  const { user } = openAddress(`/samples/create?batchId=${aBatch().id}&storageId=7&position=B4`)
  expect(
    await screen.findByText('This sample will be automatically placed at position B4 after creation.'),
  ).toBeVisible()
  await user.type(await name(), 'NB-9')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(placed[0]?.body).toEqual({ sampleId: sample.id, storageId: 7, location: 'B4' }))
})

test('ERR-66 a refused place is reported with its reason, and that the sample was created', async () => {
  batches()
  serverHas([{ storage: aStorage({ id: 7 }), occupancy: [] }])
  serverAnswers(samplesApi.add, { success: true, sample: { ...sample, name: 'NB-9' } })
  const message = 'B4 of Box 3 holds NB-1.'
  const refused = serverRefuses(sampleLocationApi.associate, 409, { code: 'cell-taken', message })
  const { user } = openAddress(`/samples/create?batchId=${aBatch().id}&storageId=7&position=B4`)
  await user.type(await name(), 'NB-9')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(
    await screen.findByText(`Failed to associate sample: ${message} NB-9 was created and is not in storage.`),
  ).toBeVisible()
  expect(screen.getByText('LIMS error')).toBeVisible()
  expect(refused).toHaveLength(1)
})

test('the new sample in the cell is not said to be in its own way', async () => {
  batches()
  const box = { storage: aStorage({ id: 7 }), occupancy: [tubeIn('B3', 3, 2)] }
  serverHas([box])
  serverAnswers(samplesApi.add, { success: true, sample })
  serverAnswers(sampleLocationApi.associate, placedInB4)
  const { user, place, router } = openAddress(
    `/samples/create?batchId=${aBatch().id}&storageId=7&position=B4`,
  )
  const promise = 'This sample will be automatically placed at position B4 after creation.'
  await screen.findByText(promise)
  await user.type(await name(), 'NB-9')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  // What is read again keeps the page open for two seconds at most.
  const choices = Promise.withResolvers<ReplyOf<typeof batchesApi.search>>()
  const trees = serverAnswers(batchesApi.search, () => choices.promise)
  const reads = serverHas([{ ...box, occupancy: [...box.occupancy, tubeIn('B4', 4, 2)] }])
  // Before: in a slow test the two seconds may be over at any line that follows.
  let leave = () => {}
  const isLeft = new Promise<boolean>((resolve) => (leave = () => resolve(false)))
  const leaves = vi.fn(() => isLeft)
  router.history.block({ blockerFn: leaves })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(reads.length).toBeGreaterThan(0))
  await waitFor(() => expect(trees.length).toBeGreaterThan(0))
  expect(screen.getByText(promise)).toBeVisible()
  expect(screen.queryByText(/cannot be placed/)).not.toBeInTheDocument()

  // Nor after the reply, until the next page is shown.
  choices.resolve({ batches: [aBatch()], totalBatches: 1 })
  await waitFor(() => expect(leaves).toHaveBeenCalled())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  expect(screen.queryByText(/cannot be placed/)).not.toBeInTheDocument()
  expect(screen.getByText(promise)).toBeVisible()
  leave()
  await waitFor(() => expect(place()).toBe('/storage/7/enhanced'))
})

test('SAMPF-11 without batches there is nothing to create a sample in', async () => {
  batches(0)
  openAddress('/samples/create')
  expect(
    await screen.findByText('No batches found - you need to create a batch before creating a sample'),
  ).toBeVisible()
  expect(screen.getByText('404')).toBeVisible()
})

test('ERR-21 says that the batches to choose from could not be loaded', async () => {
  serverRefuses(batchesApi.search, 400, { code: 'request-invalid', message: 'pageSize is too large' })
  openAddress('/samples/create')
  expect(await screen.findByText('Error fetching batches')).toBeVisible()
})

test('SAMPD-22 the way from a sample to its form', async () => {
  serverAnswers(samplesApi.get, { sample })
  openAddress(`/samples/${sample.id}`)
  expect(await screen.findByText('Edit Sample')).toBeVisible()
  expect(screen.getByText('Edit Sample').closest('a')).toHaveAttribute('href', `/samples/${sample.id}/edit`)
})

test('SAMPF-04 VALID-13 VALID-14 Save waits for the name of a sample that is edited', async () => {
  batches()
  serverAnswers(samplesApi.get, { sample })
  const { user } = openAddress(`/samples/${sample.id}/edit`)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.clear(await name())
  expect(await screen.findByText('Please input Name!')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled())
})

test('SAMPF-02 SAMPF-03 SAMPF-07 SAMPF-08 saves only what was touched, and returns to the sample', async () => {
  batches()
  serverAnswers(samplesApi.get, { sample })
  const sent = serverAnswers(samplesApi.update, { success: true, sample })
  const { user, place } = openAddress(`/samples/${sample.id}/edit`)
  await user.type(await screen.findByRole('textbox', { name: 'bamFileUri' }), 's3://seq/nb.bam')
  expect(screen.queryByLabelText(/^(id|metadata)$/i)).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
  expect(sent[0]?.body).toEqual({ id: sample.id, version: 3, bamFileUri: 's3://seq/nb.bam' })
})

describe('a sample with three children, two of which have its subject', () => {
  const parent = aSample({ version: 3, subjectId: 'P001' })
  const childOf = (number: number, subjectId: string | null) =>
    aSample({
      id: `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`,
      name: `NB-DNA-${number}`,
      parentSampleId: parent.id,
      subjectId,
    })
  const children = [childOf(1, 'P001'), childOf(2, 'P009'), childOf(3, 'P001')]
  const question = 'Also change its 2 children that have the former value'

  async function changeSubject(to: string, { isInfoLost = false } = {}) {
    batches()
    serverAnswers(samplesApi.get, { sample: parent })
    const { id, name: batchName } = aBatch()
    serverAnswers(samplesApi.info, { sample: parent, batch: { id, name: batchName }, parent: null, children })
    if (isInfoLost) serverRefuses(samplesApi.info, 503)
    const sent = serverAnswers(samplesApi.update, { success: true, sample: parent })
    const { user } = openAddress(`/samples/${parent.id}/edit`)
    const subject = await screen.findByRole('textbox', { name: 'Subject ID' })
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.clear(subject)
    await user.type(subject, to)
    const save = async () => {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(sent).toHaveLength(1))
      return sent[0]?.body
    }
    return { user, save }
  }

  test('a corrected subject is saved for the children with the former one too', async () => {
    const { save } = await changeSubject('P002')
    expect(await screen.findByRole('checkbox', { name: question })).toBeChecked()
    expect(await save()).toEqual({ id: parent.id, version: 3, subjectId: 'P002', alsoChildren: true })
  })

  test('or for the sample alone, if this is chosen', async () => {
    const { user, save } = await changeSubject('P002')
    await user.click(await screen.findByRole('checkbox', { name: question }))
    expect(await save()).toEqual({ id: parent.id, version: 3, subjectId: 'P002' })
  })

  test('a reload keeps the choice with the draft', async () => {
    const { user } = await changeSubject('P002')
    await user.click(await screen.findByRole('checkbox', { name: question }))
    cleanup()

    const { user: again } = openAddress(`/samples/${parent.id}/edit`)
    expect(await screen.findByRole('checkbox', { name: question })).not.toBeChecked()
    expect(screen.getByRole('textbox', { name: 'Subject ID' })).toHaveValue('P002')
    const sent = serverAnswers(samplesApi.update, { success: true, sample: parent })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
    await again.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ id: parent.id, version: 3, subjectId: 'P002' }))
  })

  test('children that could not be loaded are changed too, and the form says so', async () => {
    const { save } = await changeSubject('P002', { isInfoLost: true })
    const box = 'Also change its children that have the former value'
    expect(await screen.findByRole('checkbox', { name: box })).toBeChecked()
    expect(await save()).toMatchObject({ subjectId: 'P002', alsoChildren: true })
  })

  test('any other change says nothing of children', async () => {
    const { user, save } = await changeSubject('P001')
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'clear')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(await save()).toMatchObject({ id: parent.id, version: 3 })
  })
})

test('a stale save shows who changed what and when, and loads the newest version without losing unsaved input', async () => {
  batches()
  let stored = sample
  serverAnswers(samplesApi.get, () => ({ sample: stored }))
  serverRefuses(samplesApi.update, 409, {
    code: 'version-stale',
    message: 'Not saved: Bo Chen changed notes of NB-P004-EDTA-2.',
    changes: [{ field: 'notes', personName: 'Bo Chen', changedAt: new Date().toISOString() }],
  })
  const { user } = openAddress(`/samples/${sample.id}/edit`)
  await user.type(await name(), '-X')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  stored = { ...sample, notes: 'haemolysed', version: 4 }
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Notes was changed by Bo Chen at \d\d:\d\d\.$/)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Load newest version' }))

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('haemolysed'))
  expect(await name()).toHaveValue('NB-P004-EDTA-2-X')
  const sent = serverAnswers(samplesApi.update, { success: true, sample: stored })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ id: sample.id, version: 4, name: 'NB-P004-EDTA-2-X' }))
})

test('ERR-22 a status that cannot follow the saved one is refused as in the status control', async () => {
  batches()
  serverAnswers(samplesApi.get, { sample })
  const detail = 'NB-1 is UNKNOWN and can change to COLLECTED, not to RECEIVED'
  const message = `status transition validation failed: ${detail}`
  serverRefuses(samplesApi.update, 409, { code: 'status-transition-invalid', message })
  const { user } = openAddress(`/samples/${sample.id}/edit`)
  await user.type(await name(), '-X')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Invalid Status Transition')).toBeVisible()
  expect(screen.getByText(detail)).toBeVisible()
})

test('a save with a reason whose reply was lost is repeated with that reason, without asking again', async () => {
  const received = aSample({ version: 3, status: 'RECEIVED' })
  roleIs('administrator')
  batches()
  serverAnswers(samplesApi.get, { sample: received })
  const sent = serverAnswers(samplesApi.update, { success: true, sample: received })
  const lost: (string | null)[] = []
  server.use(
    http.post(
      `*/api${samplesApi.update.path}`,
      ({ request }) => {
        lost.push(request.headers.get('idempotency-key'))
        return HttpResponse.error()
      },
      { once: true },
    ),
  )
  const { user } = openAddress(`/samples/${received.id}/edit`)
  await name()
  await untilReplied()
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByTitle('UNKNOWN'))
  const save = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save).toBeEnabled())
  await user.click(save)
  const question = await screen.findByRole('dialog')
  await user.type(within(question).getByLabelText('Reason'), 'scanned by mistake')
  await user.click(within(question).getByRole('button', { name: 'Save' }))
  await screen.findByText('It is not known whether this was done')
  await waitFor(() => expect(question).not.toBeVisible())

  await user.click(save)
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ status: 'UNKNOWN', reason: 'scanned by mistake' }),
  )
  expect(sent[0]?.headers.get('idempotency-key')).toBe(lost[0])
})

test('the reason of a save that was refused is not sent with a later one that needs none', async () => {
  const received = aSample({ version: 3, status: 'RECEIVED', notes: 'clear' })
  roleIs('administrator')
  batches()
  serverAnswers(samplesApi.get, { sample: received })
  const refused = serverRefuses(samplesApi.update, 409, { code: 'version-stale', message: 'Not saved' })
  const { user } = openAddress(`/samples/${received.id}/edit`)
  await name()
  const choose = async (status: string) => {
    // The form of a sample that is being saved takes no input.
    await untilReplied()
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByTitle(status))
  }
  const save = () => screen.getByRole('button', { name: 'Save' })

  await choose('UNKNOWN')
  await waitFor(() => expect(save()).toBeEnabled())
  await user.click(save())
  const question = await screen.findByRole('dialog')
  await user.type(within(question).getByLabelText('Reason'), 'scanned by mistake')
  await user.click(within(question).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(refused[0]?.body).toMatchObject({ status: 'UNKNOWN', reason: 'scanned by mistake' }),
  )
  await waitFor(() => expect(question).not.toBeVisible())

  await choose('RECEIVED')
  await user.type(screen.getByRole('textbox', { name: 'Notes' }), ', then cloudy')
  const sent = serverAnswers(samplesApi.update, { success: true, sample: received })
  await user.click(save())
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ id: received.id, version: 3, notes: 'clear, then cloudy' }),
  )
})
