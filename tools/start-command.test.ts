import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ownSettings } from '../server/test/server-process.ts'
import { root } from './project.ts'

vi.setConfig({ testTimeout: 120_000 })

test.runIf(process.getuid?.() === 0)(
  'for an account that may not write to the folder of the program, one line says who has to build the pages',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lims-build-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const file of ['package.json', 'tools/build-web-if-needed.ts', 'tools/project.ts', 'web/index.html'])
      cpSync(path.join(root, file), path.join(folder, file))
    chmodSync(folder, 0o755)
    const nobody = 65_534
    const build = spawn(process.execPath, [path.join(folder, 'tools/build-web-if-needed.ts')], {
      uid: nobody,
      gid: nobody,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [stderr, [code]] = await Promise.all([text(build.stderr), once(build, 'close')])
    expect(stderr).toBe(
      `The pages of this version are not built yet, and this account may not write to ${folder}. Run 'npm run build' there with the account that owns it.\n`,
    )
    expect(code).toBe(1)
  },
)

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
