import { batchesApi } from '@lims/contract/batches.ts'
import { type Me, peopleApi } from '@lims/contract/people.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { subjectsApi } from '@lims/contract/subjects.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../../test/empty-lab.ts'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { aMe, roleIs } from '../../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import './sample-details-screen.tsx'
import '../form/edit-sample-screen.tsx'
import '../list/sample-list-screen.tsx'

const sample = aSample({ subjectId: 'P004', siteId: 'SITE007', visitId: 'V2' })
const masked = { ...sample, subjectId: null, siteId: null, masked: true as const }

beforeEach(() => {
  emptyLab()
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
})

async function cell(label: string) {
  const head = await screen.findByRole('rowheader', { name: label })
  return within(head.closest('tr') as HTMLElement).getByRole('cell')
}

type Streams = ReturnType<typeof serverStreams>['streams']

/** The person has this role from now on, and the server says so. */
async function changeRole(streams: Streams, role: 'bench' | 'study-lead') {
  roleIs(role)
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
}

async function takeRole(streams: Streams) {
  serverAnswers(samplesApi.get, { sample: masked })
  await changeRole(streams, 'bench')
}

test('who may not see subjects sees none, also in the structured barcode, and whom to ask', async () => {
  roleIs('bench')
  serverAnswers(samplesApi.get, { sample: masked })
  openAddress(`/samples/${sample.id}`)
  await waitFor(async () => expect(await cell('Site ID')).toHaveTextContent('•••'))
  expect(await cell('Structured Barcode')).toHaveTextContent('•••-•••-2-001')
  const button = within(await cell('Subject ID')).getByRole('button', { name: /^Get Subject ID/ })
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription(/not allowed to reveal the subject ID .* Ask Chiara Rossi/)
})

test('a study lead reveals a subject with a reason, and hides it again', async () => {
  roleIs('study-lead')
  serverAnswers(samplesApi.get, { sample })
  const requests = serverAnswers(subjectsApi.reveal, { subjectId: 'P004', siteId: 'SITE007' })
  const { user } = openAddress(`/samples/${sample.id}`)
  await waitFor(async () => expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-•••-2-001'))

  await user.click(within(await cell('Subject ID')).getByRole('button', { name: 'Get Subject ID' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Reveal' }))
  expect(requests).toHaveLength(0)
  await user.type(dialog.getByLabelText('Reason'), 'call the clinic{Enter}')
  await waitFor(async () => expect(await cell('Subject ID')).toHaveTextContent('P004 at SITE007'))
  expect(requests[0]?.body).toEqual({ sampleId: sample.id, reason: 'call the clinic' })
  expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-P004-2-001')

  await user.click(within(await cell('Subject ID')).getByRole('button', { name: 'Hide Subject ID' }))
  expect(await cell('Subject ID')).not.toHaveTextContent('P004')
})

/** Opens the page of the sample and reveals its subject. */
async function openRevealed(reply = () => ({ sample })) {
  const { streams } = serverStreams()
  roleIs('study-lead')
  serverAnswers(samplesApi.get, reply)
  serverAnswers(subjectsApi.reveal, { subjectId: 'P004', siteId: 'SITE007' })
  const { user } = openAddress(`/samples/${sample.id}`)
  await waitFor(async () => expect(await cell('Subject ID')).toHaveTextContent('•••'))
  await user.click(within(await cell('Subject ID')).getByRole('button', { name: 'Get Subject ID' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Reason'), 'call the clinic{Enter}')
  await waitFor(async () => expect(await cell('Subject ID')).toHaveTextContent('P004 at SITE007'))
  return streams
}

test('a subject that was revealed is hidden again when the role is taken away', async () => {
  const streams = await openRevealed()
  await takeRole(streams)
  await waitFor(async () => expect(await cell('Subject ID')).not.toHaveTextContent('P004'))
  expect(within(await cell('Subject ID')).getByRole('button', { name: /^Get Subject ID/ })).toBeDisabled()
})

test.each([
  ['corrected', 'P005'],
  ['erased', null],
])('a subject that was revealed is hidden again when it is %s', async (_, subjectId) => {
  let stored = sample
  const streams = await openRevealed(() => ({ sample: stored }))
  stored = { ...sample, subjectId, visitId: 'V3', version: sample.version + 1 }
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  act(() => streams.at(-1)?.say('data: {"samples":true}\n\n'))
  await waitFor(async () => expect(await cell('Visit')).toHaveTextContent('V3'))
  expect(await cell('Subject ID')).not.toHaveTextContent('P004')
  expect(await cell('Structured Barcode')).not.toHaveTextContent(/P00[45]/)
})

test('a subject stays hidden until it is known whether roles are on', async () => {
  const late = Promise.withResolvers<Me>()
  serverAnswers(peopleApi.me, () => late.promise)
  serverAnswers(samplesApi.get, { sample })
  openAddress(`/samples/${sample.id}`)
  expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-•••-2-001')
  expect(await cell('Subject ID')).toHaveTextContent('•••')
  // Roles may be on, and then a reason is required.
  expect(within(await cell('Subject ID')).queryByRole('button')).not.toBeInTheDocument()

  late.resolve({ ...aMe('study-lead'), rolesOn: false })
  await waitFor(async () => expect(await cell('Subject ID')).toHaveTextContent('P004'))
  expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-P004-2-001')
})

test('SAMPD-19 the subject is hidden again also while its look-up is loading, and a double click only shows it', async () => {
  const reply = Promise.withResolvers<{ subjectId: string; siteId: string }>()
  serverAnswers(samplesApi.subject, () => reply.promise)
  serverAnswers(samplesApi.get, { sample })
  const { user } = openAddress(`/samples/${sample.id}`)
  await user.dblClick(await screen.findByRole('button', { name: 'Get Subject ID' }))
  const hide = screen.getByRole('button', { name: 'Hide Subject ID' })
  expect(await cell('Subject ID')).toHaveTextContent('P004')
  await user.click(hide)
  expect(await cell('Subject ID')).not.toHaveTextContent('P004')
  await act(async () => reply.resolve({ subjectId: 'P004', siteId: 'SITE007' }))
  expect(await cell('Subject ID')).not.toHaveTextContent('P004')
})

test('a site that may be hidden is not called unassigned before that is known', async () => {
  const late = Promise.withResolvers<Me>()
  serverAnswers(peopleApi.me, () => late.promise)
  serverAnswers(samplesApi.get, { sample: masked })
  openAddress(`/samples/${sample.id}`)
  expect(await cell('Site ID')).toHaveTextContent(/^$/)
  late.resolve(aMe('bench'))
  await waitFor(async () => expect(await cell('Site ID')).toHaveTextContent('•••'))
})

test('a subject that was shown while it was not known that roles are on is hidden then', async () => {
  const { streams } = serverStreams()
  serverRefuses(peopleApi.me, 500)
  serverAnswers(samplesApi.get, { sample })
  serverAnswers(samplesApi.subject, { subjectId: 'P004', siteId: 'SITE007' })
  const { user } = openAddress(`/samples/${sample.id}`)
  const button = await screen.findByRole('button', { name: 'Get Subject ID' })
  expect(await cell('Subject ID')).not.toHaveTextContent('P004')
  await user.click(button)
  await waitFor(async () => expect(await cell('Subject ID')).toHaveTextContent('P004 at SITE007'))

  await changeRole(streams, 'study-lead')
  await waitFor(async () => expect(await cell('Subject ID')).not.toHaveTextContent('P004'))
  expect(await cell('Structured Barcode')).toHaveTextContent('SITE007-•••-2-001')
})

test('the form of a sample hides its subject when the role is taken away from who works in it', async () => {
  const { streams } = serverStreams()
  roleIs('study-lead')
  serverAnswers(samplesApi.get, { sample })
  openAddress(`/samples/${sample.id}/edit`)
  expect(await screen.findByLabelText('Subject ID')).toHaveValue('P004')
  await takeRole(streams)
  await waitFor(() => expect(screen.getByLabelText('Subject ID')).toBeDisabled())
  expect(screen.getByLabelText('Subject ID')).toHaveValue('')
  expect(screen.getByLabelText('Site ID')).toHaveValue('')
})

test('a form that was opened without the subject shows no empty one when the role comes', async () => {
  const { streams } = serverStreams()
  roleIs('bench')
  serverAnswers(samplesApi.get, { sample: masked })
  openAddress(`/samples/${sample.id}/edit`)
  await waitFor(async () => expect(await screen.findByLabelText('Subject ID')).toBeDisabled())
  await changeRole(streams, 'study-lead')
  expect(await screen.findByRole('link', { name: 'Audit' })).toBeVisible()
  expect(screen.getByLabelText('Subject ID')).toBeDisabled()
})

test('while roles are on, a sample is deleted only with a reason', async () => {
  roleIs('study-lead')
  serverAnswers(samplesApi.get, { sample })
  const deleted = serverAnswers(samplesApi.delete, {
    success: true,
    deletionId: crypto.randomUUID(),
    numSamples: 1,
  })
  const { user } = openAddress(`/samples/${sample.id}`)
  await waitFor(async () => expect(await cell('Subject ID')).toHaveTextContent('•••'))
  await user.click(screen.getByRole('button', { name: `Delete ${sample.name}` }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(deleted).toHaveLength(0)
  await user.type(dialog.getByLabelText('Reason'), 'tube broke')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deleted[0]?.body).toEqual({ reason: 'tube broke' }))
})
