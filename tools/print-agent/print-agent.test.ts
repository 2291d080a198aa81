import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { ownProcess } from '../../server/src/programs/own-process.ts'
import { packageCommand, root } from '../project.ts'
import { runCommand } from '../test/run-command.ts'
import { startSimulator } from './simulator.ts'

const script = 'tools/print-agent/print-agent.ts'
const run = (...args: string[]) =>
  runCommand(packageCommand('node'), ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
  })

test('the command starts a simulator and prints the address of its page', async () => {
  const started = spawn(packageCommand('node'), [script, '--port', '0'], { cwd: root })
  onTestFinished(ownProcess(started, 'SIGTERM'))
  const [line] = (await once(started.stdout, 'data')) as [Buffer]
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(line.toString()) ?? []
  expect(await (await fetch(url)).text()).toContain('Print agent simulator')
  expect(line.toString()).toContain('LIMS does not find it there, but only at port 9100.')
})

test('the command explains why it cannot start', async () => {
  const other = await startSimulator(0)
  onTestFinished(other.stop)
  const { port } = new URL(other.url)
  expect(await run('--port', port)).toEqual({
    ok: false,
    output: `Port ${port} is in use, perhaps by Zebra Browser Print or another simulator. Stop that one first.\n`,
  })
  expect(await run('--port', 'x')).toEqual({ ok: false, output: "'x' is not a port number.\n" })
})

test('the command prints a test label through the running agent', async () => {
  const { agent, url, stop } = await startSimulator(0)
  onTestFinished(stop)
  expect(await run('--port', new URL(url).port, '--test-label', '33x13@203')).toEqual({
    ok: true,
    output: 'A test label of 33x13@203 was sent to ZDesigner ZD611-300dpi (ZPL).\n',
  })
  expect(agent.store.labels).toHaveLength(1)
})
