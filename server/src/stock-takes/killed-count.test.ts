import type { StockTake, StockTakeBox, StockTakeScan } from '@lims/contract/stock-takes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { ownSettings, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in.ts'

vi.setConfig({ testTimeout: 1_800_000 })

/** How often the server is killed, and how many tubes are counted in between: KILLS=20 for a long run. */
const kills = Number(process.env.KILLS ?? 2)
const tubesPerKill = Number(process.env.TUBES_PER_KILL ?? 60)
const writers = 4
const size = 10

type Scan = { code: string; storageId: number; key: string }
type Reply = {
  batch: { id: string }
  samples: { id: string; alias: string }[]
  storage: { id: number }
  stockTake: StockTake
  boxes: StockTakeBox[]
  scan: StockTakeScan
}

test('four people count while the server is killed again and again, and no scan is lost or counted twice', async () => {
  const settings = await ownSettings(onTestFinished)
  let server = await startServer(settings)
  const { token } = await signIn(server.url)
  const send = async (path: string, json?: object, headers: Record<string, string> = {}) => {
    const reply = await openBrowser().send(`${server.url}/api${path}`, { token, json, headers })
    return { status: reply.status, body: (await reply.json()) as Reply }
  }
  const scans = await fillFreezer(send)
  const { body: started } = await send('/stock-takes/start', { storageId: scans.freezer })
  const stockTakeId = started.stockTake.id

  let counted = 0
  let isUp = true
  /** As the queue of the browser does: one scan after the other, each again under its key until it has a reply. */
  async function count(own: readonly Scan[]) {
    for (const { code, storageId, key } of own) {
      for (let isDone = false; !isDone; ) {
        await vi.waitUntil(() => isUp, { timeout: 600_000, interval: 5 })
        const { status, body } = await send(
          '/stock-takes/scan',
          { stockTakeId, storageId, code },
          { 'idempotency-key': key },
        ).catch(() => ({ status: 0, body: undefined }))
        isDone = status === 200
        if (isDone) expect(body?.scan).toMatchObject({ result: 'in-place', isRepeat: false })
        else expect([0, 503]).toContain(status)
      }
      counted += 1
    }
  }
  const lanes = Array.from({ length: writers }, (_, lane) =>
    count(scans.all.filter((_scan, index) => index % writers === lane)),
  )
  for (let kill = 1; kill <= kills; kill += 1) {
    await vi.waitUntil(() => counted >= (kill - 0.5) * tubesPerKill, { timeout: 600_000, interval: 2 })
    isUp = false
    await server.kill('SIGKILL')
    server = await startServer(settings)
    isUp = true
  }
  await Promise.all(lanes)

  const { body } = await send(`/stock-takes/get?id=${stockTakeId}`)
  expect(body.stockTake.counts).toEqual({
    'in-place': scans.all.length,
    'other-place': 0,
    missing: 0,
    'not-recorded': 0,
    'unknown-code': 0,
  })
  for (const { storageId, counts } of body.boxes) {
    expect(counts['in-place']).toBe(scans.all.filter((scan) => scan.storageId === storageId).length)
  }
})

type Send = (path: string, json?: object) => Promise<{ status: number; body: Reply }>

/** Boxes of 10 × 10 with all tubes in them, and a scan of each. */
async function fillFreezer(send: Send): Promise<{ freezer: number; all: Scan[] }> {
  const wanted = kills * tubesPerKill
  const grid = { numberRows: size, numberColumns: size }
  const { body } = await send('/storage/add', { alias: 'Freezer 1', type: 'FREEZER', ...grid })
  const freezer = body.storage.id
  const all: Scan[] = []
  while (all.length < wanted) {
    const tubes = Math.min(size * size, wanted - all.length)
    const alias = `Box ${all.length / (size * size) + 1}`
    const batch = { name: alias, description: 'Plasma', numSamples: tubes, tubeType: 'EDTA' }
    const { id } = (await send('/batches/add', batch)).body.batch
    const box = await send('/storage/add', { alias, type: 'BOX', parentID: freezer, ...grid })
    const { samples } = (await send(`/samples/list?batchId=${id}&pageSize=1000`)).body
    const storageId = box.body.storage.id
    const moves = samples.map((sample, index) => ({
      sampleId: sample.id,
      storageId,
      rowCoordinate: Math.floor(index / size) + 1,
      columnCoordinate: (index % size) + 1,
    }))
    expect((await send('/samples/arrange', { moves })).status).toBe(200)
    all.push(...samples.map(({ alias: code }) => ({ code, storageId, key: `scan-${code}` })))
  }
  return { freezer, all }
}
