import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownProcess } from './own-process.ts'

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a child process stops on a signal, and its folder is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-process-'))
  const child = spawn('sleep', ['60'])
  const stop = ownProcess(child, 'SIGTERM', folder)

  await Promise.all([stop(), stop()])

  expect(child.signalCode).toBe('SIGTERM')
  expect(existsSync(folder)).toBe(false)
})

test('the folder goes when the child ends by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-process-'))
  const child = spawn('true')
  const stop = ownProcess(child, 'SIGTERM', folder)
  await once(child, 'exit')

  await stop()

  expect(existsSync(folder)).toBe(false)
})

test('a child and its folder do not outlive an owner that is killed outright', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-process-'))
  const script = `
    import { spawn } from 'node:child_process'
    import { ownProcess } from ${JSON.stringify(join(import.meta.dirname, 'own-process.ts'))}
    const child = spawn('sleep', ['60'])
    ownProcess(child, 'SIGTERM', ${JSON.stringify(folder)})
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script])
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [said] = await once(owner.stdout, 'data')
  const pid = Number(said)
  expect(isAlive(pid)).toBe(true)

  owner.kill('SIGKILL')

  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect.poll(() => existsSync(folder)).toBe(false)
})
