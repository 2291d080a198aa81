import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { permissions } from '@lims/contract/permissions.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../server/test/browser.ts'
import { externalSettings, startServer } from '../server/test/server-process.ts'
import { signIn } from '../server/test/sign-in.ts'
import { root } from './project.ts'
import { installDistributionPackages } from './test/distribution-package.ts'
import { findExecutable } from './test/find-executable.ts'
import { MissingProgram } from './test/missing-program.ts'

vi.setConfig({ testTimeout: 240_000 })

const languages = { sh: ['sh', '-eu', '-c'], python: ['python3', '-c'] } as const
type Language = keyof typeof languages

/** The examples of docs/api.md in one language, by the number of their heading. */
function examples(language: Language): Record<string, string> {
  const [, chapter = ''] = readFileSync(path.join(root, 'docs/api.md'), 'utf8').split('## Examples')
  const parts = chapter.split(/^### (\d)\..*$/m).slice(1)
  const numbered = parts.flatMap((number, index) => {
    const [, code = ''] =
      new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(parts[index + 1] ?? '') ?? []
    return index % 2 === 0 ? [[number, code] as const] : []
  })
  return Object.fromEntries(numbered)
}

async function requirePrograms(names: readonly string[]) {
  const missing = () => names.filter((name) => !findExecutable([name]))
  if (missing().length === 0) return
  const failure = await installDistributionPackages(missing())
  if (missing().length > 0) {
    throw new MissingProgram(`${missing().join(', ')} required to test the documented examples: ${failure}`)
  }
}

/** A server with three tubes and one box, and an API token of Ada. */
async function prepareLaboratory() {
  const server = await startServer(await externalSettings(onTestFinished))
  const { token } = await signIn(server.url)
  const request = async (call: string, json?: object) => {
    const reply = await openBrowser().send(`${server.url}/api${call}`, { token, json })
    expect(reply.status, call).toBe(200)
    return (await reply.json()) as Record<string, string>
  }
  await request('/batches/add', { name: 'Study', description: 'Plasma', numSamples: 3, tubeType: 'EDTA' })
  await request('/storage/add', { alias: 'Box 1', type: 'BOX', numberRows: 8, numberColumns: 12 })
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const made = await request('/tokens/create', { name: 'Examples', permissions, expiresAt })
  return { server, request, apiToken: made.token ?? '', tokenId: made.id ?? '' }
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-examples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

type Surroundings = { url: string; apiToken: string; folder: string }

function startExample(language: Language, code: string | undefined, { url, apiToken, folder }: Surroundings) {
  const [command, ...args] = languages[language]
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, LIMS_URL: url, LIMS_TOKEN: apiToken }
  return readOutput(spawn(command, [...args, code ?? ''], { cwd: folder, env }))
}

test.each(['sh', 'python'] as const)(
  'each example in %s of docs/api.md works as it is printed',
  async (language) => {
    await requirePrograms(language === 'sh' ? ['curl', 'jq'] : ['python3'])
    const { server, request, apiToken, tokenId } = await prepareLaboratory()
    const folder = makeFolder()
    const code = examples(language)
    expect(Object.keys(code)).toEqual(['1', '2', '3', '4', '5', '6', '7'])

    const start = (number: string) =>
      startExample(language, code[number], { url: server.url, apiToken, folder })
    const run = async (number: string) => {
      const { output, exited } = start(number)
      expect(await exited, output()).toBe(0)
      return output()
    }

    const listed = await run('1')
    for (const tube of ['T0000001', 'T0000002', 'T0000003']) expect(listed).toContain(tube)

    const received = await run('2')
    expect(received).toMatch(/T000000[12]\b.*RECEIVED/)
    expect(await run('2'), 'a repetition gets the same reply').toBe(received)

    const placed = await run('3')
    expect(placed).toMatch(/A1\sT000000[12]\snew\nB1\sT000000[23]\snew/)
    expect((await request('/storage/occupancy?storageId=1')).occupancy).toHaveLength(2)

    await run('4')
    const [head, ...rows] = readFileSync(path.join(folder, 'samples.csv'), 'utf8').trim().split('\r\n')
    expect(head).toContain('alias')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('RECEIVED')

    expect(await run('6')).toMatch(/"added":\s*[15]\b|'added': 5/)

    const imported = await run('7')
    expect(imported).toMatch(/2 samples imported into Import [12]/)
    expect(await run('7'), 'a repetition gets the same reply').toBe(imported)
    expect((await request('/samples/list?pageSize=1')).totalSamples).toBe(5)

    const following = start('5')
    await vi.waitFor(
      async () => {
        await request('/storage/update', { id: 1, alias: `Box ${Date.now()}` })
        expect(following.output()).toMatch(/changed: .*storages.*1/)
      },
      { timeout: 30_000, interval: 200 },
    )
    await request('/tokens/revoke', { id: tokenId })
    await following.exited
  },
)

/** Starts a proxy before the server, which hands a reply over as `send` does. Returns its address. */
async function startProxy(url: string, send: (reply: ServerResponse, body: Buffer, count: number) => void) {
  let count = 0
  const proxy = createServer(async (request, reply) => {
    const { authorization = '', 'content-type': type = '', 'idempotency-key': key } = request.headers
    const headers = { authorization, 'content-type': type, ...(key && { 'idempotency-key': `${key}` }) }
    const body = await buffer(request)
    const forwarded = await fetch(`${url}${request.url}`, { method: 'POST', headers, body })
    count += 1
    send(reply, Buffer.from(await forwarded.arrayBuffer()), count)
  })
  onTestFinished(() => void proxy.close())
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('the second example in python repeats a request whose reply broke off', async () => {
  await requirePrograms(['python3'])
  const { server, apiToken } = await prepareLaboratory()
  const url = await startProxy(server.url, (reply, body, count) => {
    reply.setHeader('content-length', body.length)
    if (count > 1) reply.end(body)
    else reply.write(body.subarray(0, 10), () => reply.destroy())
  })
  const { output, exited } = startExample('python', examples('python')[2], {
    url,
    apiToken,
    folder: makeFolder(),
  })
  expect(await exited, output()).toBe(0)
  expect(output()).toMatch(/^T0000002 RECEIVED /)
})

test('the fifth example in python connects again after its stream broke off within a chunk', async () => {
  await requirePrograms(['python3'])
  let count = 0
  const server = createServer((_request, reply) => {
    count += 1
    if (count > 1) return reply.writeHead(401).end()
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    reply.socket?.write('40\r\ndata: {', () => reply.socket?.destroy())
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { output, exited } = startExample('python', examples('python')[5], {
    url,
    apiToken: 'token',
    folder: makeFolder(),
  })
  await exited
  expect(output()).toBe('connected: anything may have changed\nThe token has ended.\n')
})

test('the examples in python that write show a refusal of a proxy, which is no JSON', async () => {
  await requirePrograms(['python3'])
  const { server, apiToken } = await prepareLaboratory()
  const url = await startProxy(server.url, (reply) => void reply.writeHead(413).end('<h1>Too large</h1>'))
  for (const number of ['2', '3', '6', '7']) {
    const code = examples('python')[number]
    const { output, exited } = startExample('python', code, { url, apiToken, folder: makeFolder() })
    expect([await exited, output()], number).toEqual([1, '413: <h1>Too large</h1>\n'])
  }
})

function readOutput(child: ChildProcess) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const exited = once(child, 'close').then(([status]) => status as number | null)
  onTestFinished(() => void child.kill('SIGKILL'))
  return { output: () => text, exited }
}
