import type { PrintRun } from '@lims/contract/print-runs.ts'
import { beforeEach, expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const sentAt = testNow.toISOString()
const secondsLater = (seconds: number) => lab.setNow(new Date(testNow.getTime() + seconds * 1000))

let sampleId: string
let run: PrintRun
let bo: string
beforeEach(async () => {
  bo = await lab.signIn('bo', 'Bo Chen')
  sampleId = (await lab.addSample({ name: 'NB-1' })).id
  run = (await lab.post('/print-runs/start', { sampleIds: [sampleId] })).json().run
  await mark('waiting', 'sending')
})

const mark = (from: string, to: string, token?: string) => markAll([[from, to]], token)
const markAll = (steps: [from: string, to: string][], token?: string, more: object = {}) =>
  lab.post(
    '/print-runs/mark',
    { runId: run.id, labels: steps.map(([from, to]) => ({ place: 1, from, to })), ...more },
    token,
  )
const decide = (from: string, to: string) => markAll([[from, to]], undefined, { isDecision: true })
const theLabel = async () => (await lab.get('/print-runs/labels', { runId: run.id })).json().labels[0]

const eventsOf = (action: string) =>
  lab.db
    .selectFrom('audit_event')
    .select(['person_id', 'entity_id', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()

const settled = (before: object, after: object) => ({
  entity_id: sampleId,
  before: { changedBy: 'ada', changedAt: sentAt, reason: '', ...before },
  after: { runId: run.id, place: 1, reason: '', ...after },
})

test('audits who decided about a label in doubt and who sent it', async () => {
  await mark('sending', 'unknown')
  secondsLater(20)
  await mark('unknown', 'sent', bo)
  expect(await eventsOf('print-label.settle')).toEqual([
    { person_id: 'bo', ...settled({ state: 'unknown' }, { state: 'sent' }) },
  ])
})

test('audits a decision of another person after the sending tab was closed', async () => {
  await mark('sending', 'failed', bo)
  expect(await eventsOf('print-label.settle')).toEqual([
    { person_id: 'bo', ...settled({ state: 'sending' }, { state: 'failed' }) },
  ])
})

test('audits a decision of the same person about a label that is still being sent', async () => {
  await decide('sending', 'sent')
  expect(await eventsOf('print-label.settle')).toEqual([
    { person_id: 'ada', ...settled({ state: 'sending' }, { state: 'sent' }) },
  ])
})

test('a label queued in the printer becomes in doubt while its run is open', async () => {
  await mark('sending', 'sent')
  expect((await mark('sent', 'unknown')).statusCode).toBe(200)
  expect(await eventsOf('print-label.settle')).toEqual([])
  await mark('unknown', 'sent')
  await lab.post('/print-runs/finish', { runId: run.id })
  expect((await mark('sent', 'unknown')).json()).toMatchObject({ code: 'print-run-finished' })
})

test('audits who marked a label of another person as in doubt', async () => {
  await mark('sending', 'sent')
  await mark('sent', 'unknown', bo)
  expect(await eventsOf('print-label.settle')).toEqual([
    { person_id: 'bo', ...settled({ state: 'sent' }, { state: 'unknown' }) },
  ])
})

test('a window that reports late, because LIMS was out of reach, decides nothing', async () => {
  secondsLater(300)
  await mark('sending', 'sent')
  expect(await eventsOf('print-label.settle')).toEqual([])
})

test('a window that finds a label in a stopped printer after a while decides nothing', async () => {
  await mark('sending', 'sent')
  secondsLater(300)
  await mark('sent', 'unknown')
  expect(await eventsOf('print-label.settle')).toEqual([])
})

test('refuses a decision about a label that was decided elsewhere, and says so', async () => {
  await mark('sending', 'unknown')
  await mark('unknown', 'sent', bo)
  const reply = await mark('unknown', 'cancelled')
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      code: 'print-label-changed',
      message: 'Label 1 is no longer in doubt: somebody has decided about it in another window.',
    },
  ])
})

test('several changes of one label in one request are made in their order', async () => {
  const again = [
    ['sending', 'unknown'],
    ['unknown', 'waiting'],
    ['waiting', 'sending'],
    ['sending', 'sent'],
  ] satisfies [string, string][]
  expect((await markAll(again)).statusCode).toBe(200)
  expect(await theLabel()).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await eventsOf('print-label.settle')).toMatchObject([
    { before: { state: 'unknown' }, after: { state: 'waiting' } },
  ])
})

test('changes of one label that do not follow from each other are refused, and none is made', async () => {
  const reply = await markAll([
    ['sending', 'sent'],
    ['sending', 'failed'],
  ])
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'print-label-changed'])
  expect(await theLabel()).toMatchObject({ state: 'sending' })
})

test('a late report is not taken for one of the attempt that another window has made since', async () => {
  await lab.post('/print-runs/resume', { runId: run.id })
  await mark('unknown', 'waiting')
  const markAttempt = (from: string, to: string, attempt: number) =>
    lab.post('/print-runs/mark', { runId: run.id, labels: [{ place: 1, from, to, attempt }] })
  expect((await markAttempt('waiting', 'sending', 1)).json()).toMatchObject({ code: 'print-label-changed' })
  expect((await markAttempt('waiting', 'sending', 2)).statusCode).toBe(200)
  expect((await markAttempt('sending', 'failed', 1)).json()).toMatchObject({
    code: 'print-label-changed',
    message: 'Label 1 is no longer sending: this run is being printed in another window.',
  })
  expect(await theLabel()).toMatchObject({ state: 'sending', attempts: 2 })
  expect((await markAttempt('sending', 'sent', 2)).statusCode).toBe(200)
})

test('normal printing audits only the run', async () => {
  secondsLater(3)
  await mark('sending', 'sent')
  expect(await eventsOf('print-label.settle')).toEqual([])
  expect(await eventsOf('print-run.start')).toHaveLength(1)
})

test.each([
  ['taken over', 'resume', 'print-run.resume'],
  ['ended', 'finish', 'print-run.end'],
])('a run %s by another person tells who was sending which label', async (_, step, action) => {
  await lab.post(`/print-runs/${step}`, { runId: run.id }, bo)
  const before = { sending: [{ place: 1, changedBy: 'ada', changedAt: sentAt }] }
  expect(await eventsOf(action)).toMatchObject([{ person_id: 'bo', before, after: { inDoubt: 1 } }])
})

test('events of a run for selected samples are saved under one of them', async () => {
  const sampleIds = [(await lab.addSample({ name: 'NB-2' })).id, (await lab.addSample({ name: 'NB-3' })).id]
  const body = { sampleIds: sampleIds.toReversed() }
  const { id: runId } = (await lab.post('/print-runs/start', body)).json().run
  await lab.post('/print-runs/resume', { runId })
  await lab.post('/print-runs/finish', { runId })
  const actions = ['print-run.start', 'print-run.resume', 'print-run.end']
  const events = (await Promise.all(actions.map(eventsOf))).flatMap((found) => found.at(-1) ?? [])
  expect(events.map(({ entity_id }) => entity_id)).toEqual(Array(3).fill(sampleIds[0]))
})
