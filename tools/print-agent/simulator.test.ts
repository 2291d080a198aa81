import { setImmediate } from 'node:timers/promises'
import { AvailableReply, ConfigReply, type Printer } from '@lims/contract/print-agent.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { commandsOf } from '../../server/test/read-label.ts'
import { expectMsWithin, expectTimesAsLong } from '../test/compare-times.ts'
import { startSimulator } from './simulator.ts'

const simulator = await startSimulator(0)
const get = async (path: string) => (await fetch(simulator.url + path)).text()
const post = (path: string, body: object) =>
  fetch(simulator.url + path, { method: 'POST', body: JSON.stringify(body) })
const zpl = '^XA^PW390^LL154^FO20,20^A0N,26,23^FH_^FDT0000123^FS^XZ'

let printer: Printer
beforeEach(async () => {
  await post('/simulator/reset', {})
  const [first] = AvailableReply.parse(JSON.parse(await get('/available')))
  if (!first) throw new Error('No printer')
  printer = first
})
afterAll(simulator.stop)

const write = (data = zpl) => post('/write', { device: printer, data })
const faults = (faults: object) => post('/simulator/faults', faults)
const received = async () => JSON.parse(await get('/simulator/labels')).labels

test('lists its printers, its default printer and its version like the real agent', async () => {
  expect(AvailableReply.parse(JSON.parse(await get('/available')))).toHaveLength(2)
  expect(JSON.parse(await get('/default?type=printer'))).toEqual(printer)
  expect(await get('/default')).toMatch(/^device\n\tname: .+\n\tdeviceType: printer\n/)
  expect(ConfigReply.parse(JSON.parse(await get('/config')))).toEqual({ version: '1.3.2.489', apiLevel: 5 })
})

test('accepts requests from any origin, including a preflight', async () => {
  const origin = 'https://lims.example.org'
  const preflight = await fetch(`${simulator.url}/write`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-private-network': 'true' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  expect(preflight.headers.get('access-control-allow-private-network')).toBe('true')
})

test('stores and draws each label that it receives', async () => {
  expect((await write(zpl + zpl)).status).toBe(200)
  expect(await received()).toMatchObject([
    { number: 1, zpl, printerUid: printer.uid, isPrinted: true },
    { number: 2 },
  ])
  const picture = Buffer.from(await (await fetch(`${simulator.url}/simulator/labels/2.png`)).arrayBuffer())
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([390, 154])
  expect(commandsOf((await received())[0].zpl)).toContain('^FH')
})

test('a label that nobody waits for any longer has come out once all has settled', async () => {
  await faults({ slowMs: 2000 })
  const body = JSON.stringify({ device: printer, data: zpl })
  const leaving = new AbortController()
  const givenUp = expect(
    fetch(`${simulator.url}/write`, { method: 'POST', body, signal: leaving.signal }),
  ).rejects.toThrow()
  const isBusy = () => Promise.race([simulator.settled().then(() => false), setImmediate(true)])
  await vi.waitUntil(isBusy, { timeout: 20_000, interval: 5 })
  expect(await received()).toEqual([])
  leaving.abort()
  await givenUp
  await simulator.settled()
  expect(await received()).toHaveLength(1)
})

test('A1 parses unclosed labels in linear time', async () => {
  const send = async (command: string) => expect((await write(command.repeat(200_000))).status).toBe(200)
  await expectTimesAsLong({ base: () => send('^XB'), work: () => send('^XA'), atMostTimes: 50 })
  expect(await received()).toEqual([])
})

test('a paused printer queues labels until it is ready', async () => {
  await faults({ printer: 'paused' })
  expect((await write()).status).toBe(200)
  expect(await received()).toMatchObject([{ isPrinted: false }])
  await faults({ printer: 'ready' })
  expect(await received()).toMatchObject([{ isPrinted: true }])
})

test.each([
  ['ready', '\x02030,0,0,0154,000,', '\x02000,0,0,0,'],
  ['paused', '\x02030,0,1,0154,000,', '\x02000,0,0,0,'],
  ['head-open', '\x02030,0,1,0154,000,', '\x02000,0,1,0,'],
  ['media-out', '\x02030,1,1,0154,000,', '\x02000,0,0,0,'],
])('a printer that is %s reports it in reply to ~HS, once', async (condition, communication, state) => {
  await faults({ printer: condition })
  await write('~HS')
  const reply = await (await post('/read', { device: printer })).text()
  expect(reply).toContain(communication)
  expect(reply).toContain(state)
  expect(await (await post('/read', { device: printer })).text()).toBe('')
  expect(await received()).toEqual([])
})

test('a silent printer does not reply', async () => {
  await faults({ isSilent: true })
  await write('~HS')
  expect(await (await post('/read', { device: printer })).text()).toBe('')
})

test('fails on every nth label and accepts the others', async () => {
  await faults({ failEvery: 3 })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await write()).status)
  expect(statuses).toEqual([200, 200, 500, 200, 200, 500])
  expect(await received()).toHaveLength(4)
})

test.each([
  ['cutBeforeEvery', 1],
  ['cutAfterEvery', 2],
])('%s closes the connection after accepting %i of two labels', async (fault, taken) => {
  await faults({ [fault]: 2 })
  expect((await write()).status).toBe(200)
  await expect(write()).rejects.toThrow('fetch failed')
  expect(await received()).toHaveLength(taken)
})

test('simulates an agent that is not running, old, without printers, or another program', async () => {
  await faults({ agent: 'gone' })
  await expect(get('/available')).rejects.toThrow('fetch failed')
  await faults({ agent: 'html' })
  expect(await get('/config')).toMatch(/^<!doctype html>/)
  await faults({ agent: 'running', version: 'old' })
  expect(ConfigReply.parse(JSON.parse(await get('/config'))).apiLevel).toBe(2)
  await faults({ printer: 'unplugged' })
  expect(JSON.parse(await get('/available'))).toEqual({ printer: [] })
  expect(await get('/default?type=printer')).toBe('')
  expect((await write()).status).toBe(500)
})

test('a slow printer delays labels but not status requests', async () => {
  await faults({ slowMs: 300 })
  const timed = async (data: string) => {
    const startedAt = performance.now()
    await write(data)
    return performance.now() - startedAt
  }
  expect(await timed(zpl)).toBeGreaterThan(290)
  await expectMsWithin(290, () => timed('~HS'))
})

test('rejects an unknown fault', async () => {
  expect((await faults({ moon: 'full' })).status).toBe(400)
})
