import { printTexts } from '@lims/contract/print-agent.ts'
import { MarkLabelsBody } from '@lims/contract/print-runs.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  agentAnswers,
  aPrinter,
  agentConfig as config,
  json,
  noConnection,
  plain,
} from '../../../../test/fake-agent.ts'
import { checkPrinter, summarize } from './check-printer.ts'
import { createPrintAgent, printAgentAddress } from './print-agent.ts'

const address = 'http://127.0.0.1:9100'
const zpl = '^XA^FDQA,7F9C^FS^XZ'
const printer = aPrinter({ name: 'Lab: ZD611' })

let agent = createPrintAgent(address)
beforeEach(() => {
  agent = createPrintAgent(address)
  agentAnswers('/config', json(config))
})

test.each([['printer'], ['deviceList'], ['other']])(
  'lists the printers that the agent reports under %s',
  async (list) => {
    agentAnswers('/available', json({ [list]: [printer, { uid: 'scanner', deviceType: 'scanner' }, null] }))
    expect(await agent.printers()).toEqual([printer])
  },
)

test.each([
  ['ERR-28 a page in HTML', plain('<html>It works!</html>')],
  ['ERR-28 a list of something else', json({ things: [] })],
  ['ERR-28 nothing found', plain('Not found', 404)],
])('%s in reply to the request for printers is not a known agent', async (_case, reply) => {
  agentAnswers('/available', reply)
  await expect(agent.printers()).rejects.toMatchObject({
    code: 'incompatible',
    message: 'Print error: Incompatible Zebra Browser Print version. Please install v3+',
  })
})

test.each([
  ['with 403', plain('Access to device denied', 403)],
  ['with 200', plain('Access to device denied')],
])(
  'D19 the refusal of an agent that denies access %s is shown in its own words, not as an incompatible version',
  async (_case, reply) => {
    agentAnswers('/available', reply)
    agentAnswers('/write', reply)
    await expect(agent.printers()).rejects.toMatchObject({
      code: 'access-refused',
      message: 'The print agent refused the request: Access to device denied',
    })
    const { findings } = await checkPrinter(agent)
    expect(findings.agent).toMatchObject({
      result: 'problem',
      message: 'The print agent refused the request: Access to device denied',
    })
    await expect(agent.sendZpl(printer, zpl)).rejects.toMatchObject({
      message: 'The print agent refused the label: Access to device denied',
      mayHavePrinted: false,
    })
  },
)

test.each([
  [config.application, 5],
  [{ version: '1.2.1.279', build_number: 279, api_level: 3, platform: 'windows' }, 3],
  [{ version: '1.2.1.279' }, undefined],
])('reads the level of the agent from %j', async (application, apiLevel) => {
  agentAnswers('/config', json({ application }))
  expect((await agent.agentConfig()).apiLevel).toBe(apiLevel)
})

test.each([
  ['an empty body', plain('')],
  ['the old plain text', plain('device\n\tname: ZD611\n\tuid: 27j')],
])('%s means that there is no default printer', async (_case, reply) => {
  agentAnswers('/default', reply)
  expect(await agent.defaultPrinter()).toBeUndefined()
})

test('sends a label with everything that the agent reported of the printer, as plain text', async () => {
  const requests = agentAnswers('/write', plain('{}'))
  await agent.sendZpl(printer, zpl)
  expect(requests[0]?.headers.get('content-type')).toBe('text/plain;charset=UTF-8')
  expect(await requests[0]?.json()).toEqual({ device: printer, data: zpl })
})

test('ERR-32 an empty label is not sent', async () => {
  await expect(agent.sendZpl(printer, ' \n')).rejects.toMatchObject({
    message: 'Empty ZPL',
    mayHavePrinted: false,
  })
})

test.each(['/read', '/write'])(
  'an agent that waits at %s for a printer that is switched off is running, and the state of the printer unknown',
  async (path) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
    agentAnswers('/available', json({ printer: [printer] }))
    agentAnswers('/default', plain(''))
    agentAnswers('/read', plain(''))
    agentAnswers('/write', plain(''))
    agentAnswers(path, () => new Promise<Response>(() => {}))
    expect(await agent.printerStatus(printer)).toEqual({ state: 'unknown', labelsWaiting: 0 })
    const report = await checkPrinter(agent)
    expect(summarize(report)).toEqual({ canPrint: true, message: 'Printer found' })
    vi.restoreAllMocks()
  },
)

test('a label that the agent refuses has not been printed', async () => {
  agentAnswers('/write', plain('<h1>Printer   not found</h1>', 500))
  await expect(agent.sendZpl(printer, zpl)).rejects.toMatchObject({
    code: 'label-refused',
    message: 'The print agent refused the label: Printer not found',
    mayHavePrinted: false,
  })
})

test.each([
  ['Device\u0000 lost', 'Device lost'],
  [`${'x'.repeat(199)}😀`, 'x'.repeat(199)],
])('the words of a refusal can be recorded: %j', async (words, recorded) => {
  agentAnswers('/write', plain(words, 500))
  const refusal = await agent.sendZpl(printer, zpl).catch((failure: Error) => failure.message)
  expect(refusal).toBe(`The print agent refused the label: ${recorded}`)
  const labels = [{ place: 1, from: 'sending', to: 'failed', reason: refusal }]
  expect(MarkLabelsBody.safeParse({ runId: crypto.randomUUID(), labels }).success).toBe(true)
})

test('a page in HTML in reply to a label is not from an agent', async () => {
  agentAnswers('/write', plain('<!doctype html>'))
  await expect(agent.sendZpl(printer, zpl)).rejects.toMatchObject({ code: 'incompatible' })
})

test('ERR-29 an agent that cannot be reached before the label was sent', async () => {
  agentAnswers('/config', noConnection)
  const requests = agentAnswers('/write', plain(''))
  await expect(agent.sendZpl(printer, zpl)).rejects.toMatchObject({
    message: 'Browser Print not installed or not running',
    mayHavePrinted: false,
  })
  expect(requests).toEqual([])
})

test('a connection that breaks while a label is sent leaves it in doubt, and the agent is tested before the next label', async () => {
  const checks = agentAnswers('/config', json(config))
  agentAnswers('/write', noConnection)
  await agent.agentConfig()
  const failure = { code: 'in-doubt', message: printTexts.inDoubt, mayHavePrinted: true }
  await expect(agent.sendZpl(printer, zpl)).rejects.toMatchObject(failure)
  expect(checks).toHaveLength(1)

  agentAnswers('/config', noConnection)
  await expect(agent.sendZpl(printer, zpl)).rejects.toMatchObject({ code: 'agent-not-running' })
})

test('a label that is aborted while it is being sent is in doubt', async () => {
  const controller = new AbortController()
  agentAnswers('/write', () => {
    controller.abort()
    return new Promise<Response>(() => {})
  })
  const sending = agent.sendZpl(printer, zpl, { signal: controller.signal })
  await expect(sending).rejects.toMatchObject({ code: 'in-doubt' })
})

test.each([
  ['loopback-network', 'loopback-network'],
  ['local-network-access', 'an older browser’s local-network-access'],
])('reports that the browser blocks the page when %s is denied', async (known) => {
  const query = async ({ name }: { name: string }) => {
    if (name !== known) throw new TypeError('Unknown permission')
    return { state: 'denied' }
  }
  vi.stubGlobal('navigator', { permissions: { query } })
  agentAnswers('/available', noConnection)
  const failure = { code: 'blocked-by-browser', message: printTexts.blockedByBrowser }
  await expect(agent.printers()).rejects.toMatchObject(failure)
  vi.unstubAllGlobals()
})

test.each([
  [
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'https:',
    'https://127.0.0.1:9101',
  ],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'http:', address],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', 'https:', address],
])('%s on %s connects to %s', (userAgent, protocol, expected) => {
  expect(printAgentAddress(userAgent, protocol)).toBe(expected)
})

test.each([
  ['Chrome/156.0.0.0 Safari/537.36', false, 'insecure-page'],
  ['Chrome/156.0.0.0 Safari/537.36', true, 'agent-not-running'],
  ['Gecko/20100101 Firefox/150.0', false, 'agent-not-running'],
])('%s on a secure page %j, without a reply: %s', async (userAgent, isSecureContext, code) => {
  const permissions = { query: async () => ({ state: isSecureContext ? 'prompt' : 'denied' }) }
  vi.stubGlobal('navigator', userAgent.startsWith('Chrome') ? { userAgent, permissions } : { userAgent })
  vi.stubGlobal('isSecureContext', isSecureContext)
  agentAnswers('/available', noConnection)
  await expect(agent.printers()).rejects.toMatchObject({ code })
  vi.unstubAllGlobals()
})
