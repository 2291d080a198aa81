import { AvailableReply, ConfigReply, type Printer } from '@lims/contract/print-agent.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { commandsOf } from '../../server/test/read-label.ts'
import { startStandIn } from './stand-in.ts'

const standIn = await startStandIn(0)
const get = async (path: string) => (await fetch(standIn.url + path)).text()
const post = (path: string, body: object) =>
  fetch(standIn.url + path, { method: 'POST', body: JSON.stringify(body) })
const zpl = '^XA^PW390^LL154^FO20,20^A0N,26,23^FH_^FDT0000123^FS^XZ'

let printer: Printer
beforeEach(async () => {
  await post('/stand-in/reset', {})
  const [first] = AvailableReply.parse(JSON.parse(await get('/available')))
  if (!first) throw new Error('No printer')
  printer = first
})
afterAll(standIn.stop)

const write = (data = zpl) => post('/write', { device: printer, data })
const faults = (given: object) => post('/stand-in/faults', given)
const received = async () => JSON.parse(await get('/stand-in/labels')).labels

test('lists its printers, its default and its version as the real agent does', async () => {
  expect(AvailableReply.parse(JSON.parse(await get('/available')))).toHaveLength(2)
  expect(JSON.parse(await get('/default?type=printer'))).toEqual(printer)
  expect(await get('/default')).toMatch(/^device\n\tname: .+\n\tdeviceType: printer\n/)
  expect(ConfigReply.parse(JSON.parse(await get('/config')))).toEqual({ version: '1.3.2.489', apiLevel: 5 })
})

test('lets the page of any site in, also behind a preflight', async () => {
  const origin = 'https://lims.example.org'
  const asked = await fetch(`${standIn.url}/write`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-private-network': 'true' },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe(origin)
  expect(asked.headers.get('access-control-allow-private-network')).toBe('true')
})

test('keeps each label that it is sent, and draws it', async () => {
  expect((await write(zpl + zpl)).status).toBe(200)
  expect(await received()).toMatchObject([
    { number: 1, zpl, printerUid: printer.uid, isPrinted: true },
    { number: 2 },
  ])
  const picture = Buffer.from(await (await fetch(`${standIn.url}/stand-in/labels/2.png`)).arrayBuffer())
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([390, 154])
  expect(commandsOf((await received())[0].zpl)).toContain('^FH')
})

test('A1 labels that are never closed are searched once', async () => {
  const msToSend = async (data: string) => {
    const begin = performance.now()
    expect((await write(data)).status).toBe(200)
    return performance.now() - begin
  }
  const length = 600_000
  await msToSend('^XB'.repeat(length / 3))
  expect(await msToSend('^XA'.repeat(length / 3))).toBeLessThan(
    50 * (await msToSend('^XB'.repeat(length / 3))),
  )
  expect(await received()).toEqual([])
})

test('a printer that is paused keeps labels until it is ready', async () => {
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
])('a printer that is %s says so when it is asked, once', async (condition, communication, state) => {
  await faults({ printer: condition })
  await write('~HS')
  const reply = await (await post('/read', { device: printer })).text()
  expect(reply).toContain(communication)
  expect(reply).toContain(state)
  expect(await (await post('/read', { device: printer })).text()).toBe('')
  expect(await received()).toEqual([])
})

test('a silent printer says nothing', async () => {
  await faults({ isSilent: true })
  await write('~HS')
  expect(await (await post('/read', { device: printer })).text()).toBe('')
})

test('fails at every nth label, and takes the others', async () => {
  await faults({ failEvery: 3 })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await write()).status)
  expect(statuses).toEqual([200, 200, 500, 200, 200, 500])
  expect(await received()).toHaveLength(4)
})

test.each([
  ['cutBeforeEvery', 1],
  ['cutAfterEvery', 2],
])('%s breaks the connection, with %i of two labels taken', async (fault, taken) => {
  await faults({ [fault]: 2 })
  expect((await write()).status).toBe(200)
  await expect(write()).rejects.toThrow('fetch failed')
  expect(await received()).toHaveLength(taken)
})

test('an agent that is gone, old, without printers, or some other program', async () => {
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

test('takes its time over a label when it is slow, and not over a question', async () => {
  await faults({ slowMs: 300 })
  const timed = async (data: string) => {
    const begun = performance.now()
    await write(data)
    return performance.now() - begun
  }
  expect(await timed(zpl)).toBeGreaterThan(290)
  expect(await timed('~HS')).toBeLessThan(290)
})

test('a fault that it does not know is refused', async () => {
  expect((await faults({ moon: 'full' })).status).toBe(400)
})
