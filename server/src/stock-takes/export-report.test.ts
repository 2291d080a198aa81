import { createHash, createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { utc } from '@lims/contract/time-zone.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listDifferences, readTubes } from './difference-queries.ts'
import { reportPdf } from './report-pdf.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)

async function counted() {
  const { freezer: id, box1, box2, samples } = await freezer.build(3)
  const stockTake = await freezer.start(id)
  await freezer.scan(stockTake.id, box1, samples[0]?.alias ?? '')
  await freezer.scan(stockTake.id, box2, samples[1]?.alias ?? '')
  await freezer.scan(stockTake.id, box2, '=cmd')
  await freezer.finish(stockTake.id, box1)
  await freezer.apply(stockTake.id, { results: ['missing'] })
  return { id: stockTake.id, samples }
}

/** Verifies the statement after the content, and returns its members. */
function verified(file: Buffer, sign: string): URLSearchParams {
  const at = file.lastIndexOf(`${sign} statement `)
  const [statement = '', signature = '', publicKey = ''] = file
    .subarray(at)
    .toString()
    .split(/\r?\n/)
    .map((line) => line.replace(/^. (statement|signature|public key) /, ''))
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64'))).toBe(true)
  const members = new URLSearchParams(statement)
  expect(members.get('sha256')).toBe(createHash('sha256').update(file.subarray(0, at)).digest('hex'))
  return members
}

test('the CSV report has every tube, who counted it and what was accepted, and its signature is valid', async () => {
  const { id, samples } = await counted()
  const reply = await lab.get('/stock-takes/report', { id })
  expect(reply.headers['content-disposition']).toContain('stock-take-Freezer 1-2026-11-20.csv')
  const members = verified(reply.rawPayload, '#')
  expect(members.get('storage')).toBe('Freezer 1')
  expect(JSON.parse(members.get('counts') ?? '')).toMatchObject({ missing: 1, 'unknown-code': 1 })
  const rows = reply.body.split('\r\n').map((line) => line.split(','))
  expect(
    rows
      .slice(1, 5)
      .map(([result, code, , , , recorded, , found, by, , accepted]) => [
        ...[result, code, recorded, found, by, accepted],
      ]),
  ).toEqual([
    [
      ...['in-place', samples[0]?.alias, 'Freezer 1 › Rack A › Box 1 › A1', 'Rack A › Box 1'],
      ...['Ada Lindqvist', ''],
    ],
    ['missing', samples[2]?.alias, 'Freezer 1 › Rack A › Box 1 › C1', '', 'Ada Lindqvist', 'yes'],
    [
      ...['other-place', samples[1]?.alias, 'Freezer 1 › Rack A › Box 1 › B1', 'Rack A › Box 2'],
      ...['Ada Lindqvist', ''],
    ],
    ['unknown-code', "'=cmd", '', 'Rack A › Box 2', 'Ada Lindqvist', ''],
  ])
})

test('a tube that was counted in place by an earlier version has its recorded cell in the report too', async () => {
  const { freezer: storageId, box1, samples } = await freezer.build(1)
  const { id } = await freezer.start(storageId)
  await freezer.scan(id, box1, samples[0]?.alias ?? '')
  await unaudited(lab.db, (trx) =>
    sql`update stock_take_tube set recorded_place = null where result = 'in-place'`.execute(trx),
  )
  const [, first = ''] = (await lab.get('/stock-takes/report', { id })).body.split('\r\n')
  expect(first.split(',')).toMatchObject({ 0: 'in-place', 5: 'Rack A › Box 1 › A1' })
})

test('the PDF report is a PDF, and its signature covers all of it', async () => {
  const { id } = await counted()
  const reply = await lab.get('/stock-takes/report', { id, format: 'pdf' })
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(verified(reply.rawPayload, '%').get('stockTake')).toBe(id)
})

test('the PDF report has the letters of names in other alphabets', async () => {
  const { freezer: id, box1 } = await freezer.build(0, 'Морозилка Łódź Ψ 冷凍庫 1')
  const stockTake = await freezer.start(id)
  await freezer.scan(stockTake.id, box1, 'T99')
  const reply = await lab.get('/stock-takes/report', { id: stockTake.id, format: 'pdf' })
  const letters = lettersOf(reply.rawPayload)
  for (const letter of 'МорзилкаŁódźΨ') expect(letters).toContain(letter)
})

test('other work goes on while a long PDF report is drawn', async () => {
  const { id } = await counted()
  const { stockTake } = (await lab.get('/stock-takes/get', { id })).json()
  const [difference] = await listDifferences(lab.db, id, { pageNumber: 0, pageSize: 1 })
  if (!difference) throw new Error('The stock-take has no difference')
  const draw = (rows: number) =>
    reportPdf({
      stockTake,
      boxes: [],
      total: rows,
      at: new Date(),
      zone: utc,
      differences: Array.from({ length: rows }, () => difference),
    })
  await draw(1)
  let turns = 0
  const counter = setInterval(() => {
    turns += 1
  }, 0)
  await draw(2000)
  clearInterval(counter)
  expect(turns).toBeGreaterThan(20)
})

test('the PDF report has the whole place of a tube, however long', async () => {
  const name = `Freezer of the second floor ${'on the left '.repeat(10).trim()}`
  const { freezer: id, box1, samples } = await freezer.build(3, name)
  const stockTake = await freezer.start(id)
  await freezer.scan(stockTake.id, box1, samples[0]?.alias ?? '')
  await freezer.finish(stockTake.id, box1)
  const reply = await lab.get('/stock-takes/report', { id: stockTake.id, format: 'pdf' })
  const place = `${name} › Rack A › Box 1 › C1`.replaceAll(' ', '')
  expect(textsOf(reply.rawPayload).join('\n')).toContain(place)
})

/** Reads the letters of a PDF document from the tables by which they are copied (ISO 32000-1, 9.10.3). */
const lettersOf = (pdf: Buffer): string => letterTables(streamsOf(pdf)).flat().join('')

/** Reads the text of a PDF document without spaces, once with the letters of each of its fonts. */
function textsOf(pdf: Buffer): string[] {
  const streams = streamsOf(pdf)
  const glyphs = streams
    .filter((stream) => stream.includes(' TJ'))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>/gi)])
    .flatMap(([, codes = '']) => numbersIn(codes))
  return letterTables(streams).map((letters) =>
    glyphs
      .map((glyph) => letters[glyph] ?? '')
      .join('')
      .replaceAll(' ', ''),
  )
}

/** Returns the letters of each font by the numbers of its glyphs; a glyph such as 'fl' has two. */
const letterTables = (streams: string[]): string[][] =>
  streams
    .filter((stream) => stream.includes('beginbfrange'))
    .map((table) =>
      [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, glyphs = '']) =>
        [...glyphs.matchAll(/<([0-9a-f ]+)>/gi)].map(([, codes = '']) =>
          String.fromCodePoint(...numbersIn(codes)),
        ),
      ),
    )

const numbersIn = (codes: string): number[] =>
  (codes.match(/[0-9a-f]{4}/gi) ?? []).map((code) => Number.parseInt(code, 16))

function streamsOf(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)
  return [...streams].map(([, stream = '']) => inflate(Buffer.from(stream, 'latin1')))
}

function inflate(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

test('a tube that is counted in another box while the report is read is in it once', async () => {
  const { freezer: id, box1, box2 } = await freezer.build(0)
  const stockTake = await freezer.start(id)
  await freezer.scan(stockTake.id, box1, 'X1')
  for (const code of ['X2', 'X3']) await freezer.scan(stockTake.id, box2, code)
  const read = await lab.db.transaction().execute(async (trx) => {
    const codes: string[] = []
    for await (const [tube] of readTubes(trx, stockTake.id, 1)) {
      codes.push(tube?.code ?? '')
      if (codes.length > 1) continue
      await freezer.scan(stockTake.id, box2, 'X1')
      await freezer.scan(stockTake.id, box1, 'X3')
    }
    return codes
  })
  expect(read).toEqual(['X1', 'X2', 'X3'])
  const boxes = (await lab.get('/stock-takes/report', { id: stockTake.id })).body.match(/X\d,.*?Box \d/g)
  expect(boxes).toEqual(['X3,,,Rack A › Box 1', 'X1,,,Rack A › Box 2', 'X2,,,Rack A › Box 2'])
})

test('a client that does not read its report holds no transaction, and gets every tube once it does', async () => {
  const { freezer: id, box1 } = await freezer.build(0)
  const stockTake = await freezer.start(id)
  const codes = Array.from({ length: 20_000 }, (_, index) => `X${index}`)
  await unaudited(lab.db, (trx) =>
    sql`
      insert into stock_take_tube (stock_take_id, box_id, counted_at, counted_by, tube_key, code, result)
      select ${stockTake.id}::uuid, ${box1}::integer, ${testNow}::timestamptz, 'ada', code, code, 'unknown-code'
      from unnest(${codes}::text[]) with ordinality given (code, place) order by place
    `.execute(trx),
  )
  const { server } = await lab.startServer()
  const { port } = server.address() as AddressInfo
  const sent = request({
    port,
    path: `/api/stock-takes/report?id=${stockTake.id}`,
    headers: { authorization: `Bearer ${lab.token()}` },
  }).end()
  const [reply] = await once(sent, 'response')
  const { rows } = await sql`
    select query from pg_stat_activity
    where datname = current_database() and xact_start is not null and query like '%from counted_tubes'
  `.execute(lab.db)
  expect(rows).toEqual([])
  const file = await buffer(reply)
  expect(verified(file, '#').get('stockTake')).toBe(stockTake.id)
  expect(file.toString().match(/X\d+(?=,)/g)).toEqual(codes)
})
