import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { endOf, feedProgram, startProgram } from './run-program.ts'

async function start(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lims-program-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = join(folder, 'program.mjs')
  writeFileSync(place, script)
  const program = await startProgram(pathToFileURL(place), { memoryMb: 64, seconds: 20 })
  program.stdout.resume()
  return { program, ended: endOf(program) }
}

const epipe = () => Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })

test('a connection that closes while a program is fed from it is an error', async () => {
  const { program, ended } = await start('process.stdin.resume()')
  async function* content() {
    yield 'first page'
    throw epipe()
  }
  await expect(feedProgram(program, content())).rejects.toThrow('write EPIPE')
  program.kill()
  await ended
})

test('feeding a program that ends early is no error, and closes the content', async () => {
  const { program, ended } = await start(`process.stdin.once('data', () => process.exit(3))`)
  let isClosed = false
  async function* content() {
    try {
      for (;;) yield 'x'.repeat(100_000)
    } finally {
      isClosed = true
    }
  }
  await feedProgram(program, content())
  expect([await ended, isClosed]).toEqual(['failed', true])
})
