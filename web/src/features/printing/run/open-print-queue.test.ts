import { type PrintLabel, printRunsApi } from '@lims/contract/print-runs.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentAnswers, agentConfig, agentRuns, json } from '../../../../test/fake-agent.ts'
import { aPrintRun, noLabels } from '../../../../test/records.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { sendersOf, signIn } from '../../../../test/session-token.ts'
import { presentSender } from '../../../api/stored-token.ts'
import { openPrintQueue } from './open-print-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal(
    'Worker',
    class {
      postMessage(ms: number, [port]: MessagePort[]) {
        setTimeout(() => port?.postMessage('over'), ms)
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const run = aPrintRun()
const label: PrintLabel = {
  place: 1,
  sampleId: '7f9c24e8-3b1a-4d0e-9c55-000000000001',
  sampleName: 'NB-1',
  tubeId: 'T0000001',
  state: 'waiting',
  reason: '',
  attempts: 0,
  labelData: '^XA^FD1^FS^XZ',
}

test('a label is claimed again if the computer slept while the agent was tested', async () => {
  const written = agentRuns()
  let numTests = 0
  agentAnswers('/config', () => {
    if (numTests++ === 0) vi.setSystemTime(Date.now() + 60_000)
    return json(agentConfig)()
  })
  const moved: string[] = []
  serverAnswers(printRunsApi.mark, ({ body }) => {
    const { labels } = body as { labels: { from: string; to: string }[] }
    moved.push(...labels.map(({ from, to }) => `${from} → ${to}, ${written.length} written`))
    return { success: true as const, leftOut: [], printedElsewhere: [] }
  })
  const stock = { widthMm: 33, heightMm: 13, dpi: 300 }
  serverAnswers(printRunsApi.labels, { labels: [label], stock })
  serverAnswers(printRunsApi.finish, { success: true, run: { ...run, counts: { ...noLabels, sent: 1 } } })

  const queue = openPrintQueue(run, new QueryClient(), presentSender())
  await queue.start()

  expect(moved).toEqual([
    'waiting → sending, 0 written',
    'sending → waiting, 0 written',
    'waiting → sending, 0 written',
    'sending → sent, 1 written',
  ])
  expect(queue.state.get().ending).toEqual({ how: 'completed' })
})

test('all labels of a run are recorded in the name of the person who started it', async () => {
  agentRuns()
  signIn()
  const queue = openPrintQueue(run, new QueryClient(), presentSender())
  signIn({ sub: 'bo', name: 'Bo Chen' })
  const marks = serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  const stock = { widthMm: 33, heightMm: 13, dpi: 300 }
  serverAnswers(printRunsApi.labels, { labels: [label], stock })
  const ended = { ...run, counts: { ...noLabels, sent: 1 } }
  const finished = serverAnswers(printRunsApi.finish, { success: true, run: ended })
  await queue.start()
  expect(sendersOf([...marks, ...finished])).toEqual(['ada', 'ada', 'ada'])
})
