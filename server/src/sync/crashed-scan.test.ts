import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { readersInThisProcess } from '../../test/file-readers.ts'
import { openLab } from '../../test/lab.ts'
import { scanning } from '../../test/scanning.ts'
import { scanInProcess } from './read-changes.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { untilEnded } = scanning(lab)

/** Scans with a program that does `script`. Returns the error that the status shows, and the log of the server. */
async function scanWith(script: string) {
  const place = repository.place('program.mjs')
  writeFileSync(place, script)
  const [stream, logged] = [new PassThrough(), [] as string[]]
  stream.on('data', (line) => logged.push(String(line)))
  const server = await lab.startServer({
    readers: {
      ...readersInThisProcess,
      scanFiles: (known, signal) => scanInProcess(known, signal, pathToFileURL(place)),
    },
    logger: { stream },
  })
  const begun = await server.inject({
    method: 'POST',
    url: '/api/sync/trigger',
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(begun.statusCode).toBe(200)
  const { recentErrors } = await untilEnded()
  return { messages: recentErrors.map(({ message }) => message), log: logged.join('') }
}

test('a scan whose program crashes is said to have failed, and the log has the place', async () => {
  const { messages, log } = await scanWith(`
    console.error('x'.repeat(100_000))
    throw new Error('no such module: parse-dvc-yaml')
  `)
  expect(messages).toEqual([
    'The scan broke off: the program that reads the repository has failed. The log of the server has the reason.',
  ])
  expect(log).toContain('program.mjs:3:')
  expect(log).not.toContain('x'.repeat(2100))
})

test('a scan whose program is killed has taken more memory or time than allowed', async () => {
  const { messages } = await scanWith(`process.kill(process.pid, 'SIGKILL')`)
  expect(messages).toEqual([
    'The scan broke off: reading the repository took more memory or time than allowed.',
  ])
})
