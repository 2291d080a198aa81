import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ownSettings } from '../server/test/server-process.ts'
import { root } from './project.ts'

vi.setConfig({ testTimeout: 120_000 })

test('npm start hands the signal to stop on to the server, and ends when that has ended', async () => {
  const settings = await ownSettings(onTestFinished)
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], { cwd: root, env: { PATH, HOME, ...settings }, stdio: 'ignore' })
  onTestFinished(() => {
    npm.kill('SIGKILL')
  })
  const isReady = () => fetch(`${settings.PUBLIC_URL}/api/health/ready`).then(({ ok }) => ok)
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 90_000, interval: 100 })

  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await expect(isReady()).rejects.toThrow()
})
