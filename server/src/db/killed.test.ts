import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { ownSettings, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in-lab.ts'

vi.setConfig({ testTimeout: 180_000 })

const lanes = 16

test('a server killed in the middle of 500 receives has kept every one it acknowledged', async () => {
  const settings = await ownSettings(onTestFinished)
  const server = await startServer(settings)
  const { token } = await signIn(server.url)
  const call = async (path: string, json?: object) => {
    const reply = await openBrowser().send(`${server.url}/api${path}`, { token, json })
    const body = (await reply.json()) as { samples: Sample[]; events: LifecycleEvent[] }
    return { status: reply.status, body }
  }
  const listSamples = async () => (await call('/samples/list?pageSize=1000')).body.samples
  await call('/batches/add', { name: 'Study', description: 'Plasma', numSamples: 500, tubeType: 'EDTA' })
  const waiting = (await listSamples()).map(({ id }) => id)

  const acknowledged = new Set<string>()
  const receiveInTurn = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      const { status } = await call('/samples/receive', { identifier: id })
      if (status === 200) acknowledged.add(id)
      if (acknowledged.size === 200) await server.kill('SIGKILL')
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, receiveInTurn))

  expect(ends.map(({ status }) => status)).toContain('rejected')
  expect(acknowledged.size).toBeGreaterThanOrEqual(200)
  expect(acknowledged.size).toBeLessThan(500)

  await startServer(settings)
  const received = (await listSamples()).filter(({ status }) => status === 'RECEIVED')
  const kept = new Set(received.map(({ id }) => id))
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
  expect(kept.size).toBeLessThanOrEqual(acknowledged.size + lanes)
  const histories = await Promise.all(
    received.map(({ id }) => call(`/samples/lifecycle-history?sampleId=${id}`)),
  )
  for (const { body } of histories) {
    expect(body.events).toMatchObject([{ fromStatus: 'UNKNOWN', status: 'RECEIVED', userId: 'demo-ada' }])
  }
})
