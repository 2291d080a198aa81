import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

const watchdog = JSON.stringify(path.join(import.meta.dirname, 'watchdog.ts'))

function run(code: string) {
  const script = `
    import { startWatchdog } from ${watchdog}
    startWatchdog({ stuckAfterSeconds: 2 })
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return {
    child,
    ended: once(child, 'close').then(([, signal]) => signal as string | null),
    text: () => text,
  }
}

test('B1 a process that is stuck is ended, and the log says where', async () => {
  const { ended, text } = run(`
    function runawayComputation() { for (;;) {} }
    setTimeout(runawayComputation, 200)`)
  expect(await ended).toBe('SIGKILL')
  expect(text()).toMatch(/^The server has been stuck for 2 s and is ended: runawayComputation in /m)
})

test('a process that was suspended, as on a sleeping computer, is not ended', async () => {
  const { child, ended, text } = run(`setTimeout(() => process.exit(), 6000)`)
  await wait(1000)
  child.kill('SIGSTOP')
  await wait(3500)
  child.kill('SIGCONT')
  expect(await ended).toBeNull()
  expect(text()).toBe('')
})

test('a process with nothing left to do ends, watched or not', async () => {
  const { ended, text } = run('')
  expect(await ended).toBeNull()
  expect(text()).toBe('')
})
