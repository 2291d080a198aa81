import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { endOf, feedProgram, startProgram } from './run-program.ts'

async function save(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lims-program-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = join(folder, 'program.mjs')
  writeFileSync(place, script)
  return place
}

async function start(script: string) {
  const program = await startProgram(pathToFileURL(await save(script)), { memoryMb: 64, seconds: 20 })
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

test('the log gets names and places of the errors of a program, not their messages', async () => {
  const { program, ended } = await start(`
    console.error('P001 at Ada')
    function readRow() { throw new TypeError('the cell P001\\n    at P002 is no number') }
    readRow()
  `)
  expect(await ended).toBe('failed')
  expect(program.lastErrors()).not.toMatch(/P00|Ada/)
  expect(program.lastErrors()).toMatch(/^TypeError\n {4}at readRow \(file:.*program\.mjs:\d+:\d+\)\n/)
})

test('the log gets the code of an error of the operating system', async () => {
  const { program, ended } = await start(`
    const { readdir } = await import('node:fs/promises')
    await readdir('/nowhere/P001')
  `)
  expect(await ended).toBe('failed')
  expect(program.lastErrors()).not.toContain('P001')
  expect(program.lastErrors().split('\n')).toEqual(
    expect.arrayContaining(['Error', expect.stringMatching(/^ {4}at .*:\d+:\d+/), "  code: 'ENOENT',"]),
  )
})

/** Runs a script in a process that may have 80 open files. */
const runWithFewFiles = async (script: string) => {
  const limited = ['-c', 'ulimit -n 80 && exec "$0" "$1"', process.execPath, await save(script)]
  return (await promisify(execFile)('sh', limited)).stdout.trim()
}

test('without free file descriptors a program is refused, and the server keeps running', async () => {
  const program = pathToFileURL(await save('process.stdin.resume()'))
  const output = await runWithFewFiles(`
    import { closeSync, openSync } from 'node:fs'
    const { startProgram } = await import('${new URL('run-program.ts', import.meta.url)}')
    const start = () => startProgram(new URL('${program}'), { memoryMb: 64, seconds: 20 })
    const taken = []
    try { for (;;) taken.push(openSync('/dev/null')) } catch {}
    for (const file of taken.splice(0, 5)) closeSync(file)
    const refused = await start().catch(({ code }) => code)
    for (const file of taken) closeSync(file)
    const started = await start()
    started.kill()
    console.log(refused, started.pid > 0)
    // The time limit of the refused one would keep this process waiting.
    process.exit()
  `)
  expect(output).toBe('too-many-requests true')
})
