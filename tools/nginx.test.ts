import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../server/test/browser.ts'
import { openEventStream } from '../server/test/event-stream.ts'
import { freePort } from '../server/test/free-port.ts'
import { clientSecret, openIssuer } from '../server/test/issuer.ts'
import { ownSettings, startServer } from '../server/test/server-process.ts'
import { beginSignIn, completeSignIn } from '../server/test/sign-in.ts'
import { root } from './project.ts'
import { installDistributionPackages } from './test/distribution-package.ts'
import { findExecutable } from './test/find-executable.ts'
import { MissingProgram } from './test/missing-program.ts'

vi.setConfig({ testTimeout: 240_000 })

const candidates = `${process.env.PATH}:/usr/sbin`

async function findNginx(): Promise<string> {
  const present = findExecutable(['nginx'], candidates)
  if (present) return present
  const failure = await installDistributionPackages(['nginx'])
  const installed = findExecutable(['nginx'], candidates)
  if (installed) return installed
  throw new MissingProgram(`nginx is required to test the documented configuration: ${failure}`)
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function makeCertificate(folder: string) {
  const [certificate, key] = [path.join(folder, 'lims.crt'), path.join(folder, 'lims.key')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names, ...files],
    {
      stdio: 'ignore',
    },
  )
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificate, 'utf8')])
  return { certificate, key }
}

/** Returns the configuration from docs/operations.md with the addresses and files of this test. */
function documentedServer(port: number, serverPort: string, folder: string): string {
  const { certificate, key } = makeCertificate(folder)
  const [, block = ''] =
    /```nginx\n([\s\S]+?)```/.exec(readFileSync(path.join(root, 'docs/operations.md'), 'utf8')) ?? []
  return block
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('lims.brain.example', 'localhost')
    .replace('/etc/ssl/lims.crt', certificate)
    .replace('/etc/ssl/lims.key', key)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
}

async function startNginx(folder: string, server: string, url: string) {
  const file = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    file,
    `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${server}\n}\n`,
  )
  const nginx = spawn(await findNginx(), ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')], {
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    nginx.kill('SIGQUIT')
    await once(nginx, 'exit')
  })
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health/live`)).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  })
}

/** Until its connection ends, no sample can be saved. */
async function lockSamples({ DATABASE_URL, LIMS_DATA_DIR }: Record<string, string>) {
  const bundled = { host: LIMS_DATA_DIR, user: 'lims', database: 'lims' }
  const client = new Client(DATABASE_URL ?? bundled)
  await client.connect()
  await client.query('begin')
  await client.query('lock table sample in share mode')
  return client
}

test('the nginx configuration in docs/operations.md works for sign-in, API requests, live updates and the progress of an import, and logs no query', async () => {
  const folder = makeFolder()
  const port = await freePort()
  const url = `https://localhost:${port}`
  const issuer = await openIssuer(await freePort(), `${url}/auth/login/callback`)
  onTestFinished(issuer.close)
  const settings = await ownSettings(onTestFinished)
  const server = await startServer({
    ...settings,
    PUBLIC_URL: url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'lims',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ALLOWED_DOMAINS: 'brain.example',
  })
  await startNginx(folder, documentedServer(port, settings.PORT ?? '', folder), url)

  const browser = openBrowser()
  issuer.letIn({ sub: 'ada', name: 'Ada', email: 'ada@brain.example', email_verified: true })
  const { url: returned } = await browser.follow(
    await beginSignIn(browser, url),
    `${url}/auth/login/callback`,
  )
  const { status, body } = await completeSignIn(browser, url, returned.searchParams)
  expect(status).toBe(200)
  const token = body.token ?? ''

  const headers = { referer: `${url}/samples?subjectId=S-417` }
  await browser.send(`${url}/api/samples/list?subjectId=S-417`, { token, headers })
  const log = () => readFileSync(path.join(folder, 'lims.log'), 'utf8')
  await vi.waitFor(() => expect(log()).toContain('"GET /api/samples/list" 200'), { timeout: 20_000 })
  expect(log()).toContain('"GET /api/auth/login/callback" 200')
  expect(log()).not.toMatch(/S-417|code=|state=/)

  const stream = await openEventStream({ listeningOrigin: url }, token)
  await vi.waitFor(() => expect(stream.text()).toContain(': open'), { timeout: 20_000 })
  const batch = { name: 'Study', description: 'Plasma', numSamples: 3, tubeType: 'EDTA' }
  expect((await browser.send(`${url}/api/batches/add`, { token, json: batch })).status).toBe(200)
  await vi.waitFor(() => expect(stream.changes).toContainEqual({ samples: true, batches: true }), {
    timeout: 20_000,
  })
  stream.leave()

  const file = 'Name\nNB-001\n'
  const lock = await lockSamples(settings)
  const reply = await fetch(`${url}/api/samples/import/apply?columns=name&batchName=Import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: file,
  })
  const lines = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await lines?.read())?.value).toBe('{"saved":0,"total":1}\n')
  await lock.end()
  expect((await lines?.read())?.value).toContain('{"saved":1,"total":1}')
  expect(await server.kill('SIGTERM')).toBe(0)
})
