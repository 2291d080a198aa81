import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collectMethods, serveWeb } from '../server/src/http/serve-web.ts'
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

/** A program of one page, and what builds and serves it. */
function openProgram() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package.json', 'tools/build-web-if-needed.ts', 'tools/project.ts'])
    cpSync(path.join(root, file), path.join(folder, file))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  mkdirSync(path.join(folder, 'web'))
  writeFileSync(path.join(folder, 'web/vite.config.ts'), 'export default { root: import.meta.dirname }')
  writeFileSync(path.join(folder, 'web/index.html'), '<script type="module" src="/main.js"></script>')
  const write = (version: string) =>
    writeFileSync(path.join(folder, 'web/main.js'), `document.title = '${version}'`)
  const runBuild = async () => {
    const program = spawn(process.execPath, [path.join(folder, 'tools/build-web-if-needed.ts')])
    const [stdout, stderr, [code]] = await Promise.all([
      text(program.stdout),
      text(program.stderr),
      once(program, 'close'),
    ])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return stdout
  }
  const build = (version: string) => {
    write(version)
    return runBuild()
  }
  const openServer = async () => {
    const app = Fastify()
    await serveWeb(app, path.join(folder, 'web/dist'), collectMethods(app))
    onTestFinished(() => app.close())
    return async () => {
      const page = await app.inject({ url: '/' })
      const [, address = ''] = /src="([^"]+)"/.exec(page.body) ?? []
      return (await app.inject({ url: address })).body
    }
  }
  return { dist: path.join(folder, 'web/dist'), write, runBuild, build, openServer }
}

test('a server goes on with the pages of its start when the web is built again, and the next one has the new ones', async () => {
  const { dist, build, openServer } = openProgram()
  await build('first version')
  const scriptOfFirst = await openServer()
  expect(await scriptOfFirst()).toContain('first version')

  await build('second version')
  expect(await scriptOfFirst()).toContain('first version')
  const scriptOfSecond = await openServer()
  expect(await scriptOfSecond()).toContain('second version')

  await build('third version')
  expect(await scriptOfSecond()).toContain('second version')
  expect(readdirSync(dist), 'two builds and the name of the newest').toHaveLength(3)
})

test('a build that is killed, or runs beside another, leaves no half of the pages; an earlier version is not built again', async () => {
  const { dist, write, runBuild, build, openServer } = openProgram()
  expect(await build('first version')).toBe('Building the web\n')
  const left = path.join(dist, `${'0'.repeat(64)}.4000000`)
  mkdirSync(left)

  write('second version')
  await Promise.all([runBuild(), runBuild()])
  const scriptOfSecond = await openServer()
  expect(await scriptOfSecond()).toContain('second version')
  expect(readdirSync(dist)).toHaveLength(3)

  expect(await build('first version')).toBe('')
  expect(await scriptOfSecond()).toContain('second version')
  const scriptOfFirst = await openServer()
  expect(await scriptOfFirst()).toContain('first version')
})

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
