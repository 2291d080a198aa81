import type { SyncStatus } from '@lims/contract/sync.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { makeBam } from '../../test/make-bam.ts'
import { ownSettings, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in.ts'

vi.setConfig({ testTimeout: 180_000 })

const repository = makeDataRepository()
const files = 6000

test('after a server was killed in the middle of a scan the next one begins within seconds and misses nothing', async () => {
  for (let n = 0; n < files; n += 1) {
    if (n % 100 === 0) repository.add(`runs/${n}.bam`, makeBam([`SM-${n}`]))
    else repository.write(`tables/${n}.dvc`, `outs:\n- path: ${n}.csv\n`)
  }
  const settings = { ...(await ownSettings(onTestFinished)), DVC_REPO_DIR: repository.folder }
  const server = await startServer(settings)
  const { token } = await signIn(server.url)
  const call = async <T>(path: string, json?: object): Promise<{ status: number; body: T }> => {
    const reply = await openBrowser().send(`${server.url}/api${path}`, { token, json })
    return { status: reply.status, body: (await reply.json()) as T }
  }
  const status = async () => (await call<SyncStatus>('/sync/status')).body
  expect((await call('/sync/trigger', {})).status).toBe(200)
  const isUnderWay = async () => {
    const { isRunning, bamFiles } = await status()
    expect(isRunning && bamFiles > 0).toBe(true)
  }
  await vi.waitFor(isUnderWay, { timeout: 60_000, interval: 10 })
  await server.kill('SIGKILL')

  await startServer(settings)
  const killedAt = performance.now()
  await vi.waitFor(async () => expect((await call('/sync/trigger', {})).status).toBe(200), {
    timeout: 30_000,
    interval: 200,
  })
  expect(performance.now() - killedAt).toBeLessThan(15_000)

  await vi.waitFor(
    async () =>
      expect(await status()).toMatchObject({
        isRunning: false,
        lastScanTime: expect.any(String),
        filesProcessed: files,
        bamFiles: files / 100,
        totalErrors: 1,
      }),
    { timeout: 60_000, interval: 100 },
  )
})
