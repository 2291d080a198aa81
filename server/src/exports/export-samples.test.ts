import { manifestColumns } from '@lims/contract/exports.ts'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const noBatch = '00000000-0000-4000-8000-000000000000'
const lab = await openLab()
const header = `\ufeff${manifestColumns.join(',')}`
const manifest = (id: string, format = 'csv') => lab.get('/batches/manifest', { id, format })
const rowsOf = (csv: string) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]
const sheetOf = (file: Buffer) => readSheet(new Uint8Array(file).buffer, 1, { trim: false })

test('BATCHD-05 BATCHD-07 the manifest is a CSV of the samples of a batch, named after it', async () => {
  const batchId = await lab.addBatch({ name: 'Zürich "4"' })
  const { id, alias } = await lab.addSample({ batch_id: batchId, name: 'NB-001', subject_id: 'P001' })
  await lab.addSample({ batch_id: await lab.addBatch({ name: 'Other' }) })

  const reply = await manifest(batchId)

  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="Zurich -4-.csv"; filename*=UTF-8''Z%C3%BCrich%20-4-.csv`,
  )
  const row = [id, 'NB-001', alias, 'PLASMA', 'UNKNOWN', 2, 'N/A', batchId, '"Zürich ""4"""']
  const empty = Array(9).fill('N/A')
  expect(reply.body).toBe(
    `${header}\r\n${[...row, 'N/A', 'N/A', 'P001', ...empty.slice(0, 8)].join(',')}\r\n`,
  )
})

test('BATCHD-06 the manifest contains all samples in order, also beyond the first thousand', async () => {
  const made = await lab.post('/batches/add', {
    name: 'Big',
    description: 'd',
    numSamples: 2500,
    tubeType: 'DBS',
  })
  const rows = rowsOf((await manifest(made.json().batch.id)).body)
  expect(rows.map(({ name }) => name)).toEqual(
    Array.from({ length: 2500 }, (_, index) => `Big-${String(index + 1).padStart(4, '0')}`),
  )
  expect(rows[0]).toMatchObject({ volume: '0.01', type: 'PLASMA' })
})

test('keeps line breaks inside cells and guards formulas', async () => {
  const { id, batch_id } = await lab.addSample({ name: '=HYPERLINK("http://x","y")', notes: 'one\ntwo' })
  const { body } = await manifest(batch_id)
  expect(body).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
  expect(body).toContain('"one\ntwo"')
  expect(rowsOf(body)).toHaveLength(1)
  expect(rowsOf(body)[0]).toMatchObject({ id, notes: 'one\ntwo' })
})

test('a CSV file, read as docs/api.md says, has the texts of the list', async () => {
  await lab.addSample({ subject_id: '-012', name: '+31-7', notes: 'A;-1, "=B"| @C' })
  await lab.addSample({ name: 'AB-1', notes: "it's = 1" })
  const { samples } = (await lab.get('/samples/list')).json()
  const { body } = await lab.get('/samples/export')
  const readCell = (cell = '') => (cell === 'N/A' ? '' : cell.replace(/(^|[,;|])'(?=[\s"]*[=+@-])/g, '$1'))
  const textsOf = (read: (column: string) => string | null | undefined) =>
    ['id', 'name', 'subjectId', 'siteId', 'notes'].map((column) => read(column) ?? '')
  expect(rowsOf(body).map((row) => textsOf((column) => readCell(row[column])))).toEqual(
    samples.toReversed().map((sample: Record<string, string | null>) => textsOf((column) => sample[column])),
  )
  expect(body).toContain(`'-012`)
})

test('the Excel manifest contains text as text and volumes as exact numbers', async () => {
  const odd = ['=1+1', '0012345', '1E5', '\u0001_x0041_\r\n\u007f\ufffd😀', "'=x", '<&>']
  const batchId = await lab.addBatch({ name: 'Odd' })
  for (const name of odd) await lab.addSample({ batch_id: batchId, name })

  const reply = await manifest(batchId, 'xlsx')

  expect(reply.headers['content-disposition']).toBe('attachment; filename=Odd.xlsx')
  const [columns, ...rows] = await sheetOf(reply.rawPayload)
  expect(columns).toEqual([...manifestColumns])
  expect(rows.map((row) => row[1])).toEqual(odd.map((name) => (name === "'=x" ? "''=x" : name)))
  expect(rows[0]?.[5]).toBe(2)
})

test('the manifest of an empty batch has only the header', async () => {
  const batchId = await lab.addBatch()
  expect((await manifest(batchId)).body).toBe(`${header}\r\n`)
  expect(await sheetOf((await manifest(batchId, 'xlsx')).rawPayload)).toHaveLength(1)
})

test('rejects an unknown batch and an unknown format', async () => {
  const unknown = await manifest('0b8a2f0e-6c0f-4a53-9a53-0d6a6f3c1f11')
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'batch-not-found'])
  const pdf = await manifest(await lab.addBatch(), 'pdf')
  expect([pdf.statusCode, pdf.json().message]).toEqual([400, 'format must be csv or xlsx'])
})

test('an export contains the same samples as the list with the same filters', async () => {
  const batchId = await lab.addBatch()
  await lab.addSample({ batch_id: batchId, name: 'NB-1', site_id: 'AUSTIN', notes: 'clear' })
  await lab.addSample({ batch_id: batchId, name: 'NB-2', site_id: 'AUSTIN', status: 'RECEIVED' })
  await lab.addSample({ batch_id: batchId, name: 'NB-3', site_id: 'BOSTON', notes: 'Clear' })
  const names = async (query: Record<string, string>) =>
    rowsOf((await lab.get('/samples/export', query)).body).map(({ name }) => name)

  expect(await names({})).toEqual(['NB-1', 'NB-2', 'NB-3'])
  expect(await names({ query: 'CLEAR' })).toEqual(['NB-1', 'NB-3'])
  expect(await names({ query: 'clear', site_id: 'AUSTIN' })).toEqual(['NB-1'])
  expect(await names({ status: 'RECEIVED' })).toEqual(['NB-2'])
  expect(await names({ batchId: noBatch })).toEqual([])
})

test('exports samples in Excel format', async () => {
  await lab.addSample({ name: 'NB-1' })
  const reply = await lab.get('/samples/export', { format: 'xlsx' })
  expect(reply.headers['content-disposition']).toBe('attachment; filename=samples-2026-11-20.xlsx')
  expect((await sheetOf(reply.rawPayload))[1]?.[1]).toBe('NB-1')
})

test('E14 the name of an export contains its day and its filters', async () => {
  const batchId = await lab.addBatch({ name: 'Nordic/4' })
  const nameOf = async (query: Record<string, string>) =>
    (await lab.get('/samples/export', query)).headers['content-disposition']
  expect(await nameOf({})).toBe('attachment; filename=samples-2026-11-20.csv')
  expect(await nameOf({ batchId, status: 'QC_PASS', siteId: 'SITE007' })).toBe(
    'attachment; filename=samples-2026-11-20-Nordic-4-QC-PASS-SITE007.csv',
  )
  expect(await nameOf({ query: `on ice ${'x'.repeat(100)}` })).toBe(
    `attachment; filename=samples-2026-11-20-on-ice-${'x'.repeat(33)}.csv`,
  )
  const waitingSince = '2026-11-13T09:30:00.000Z'
  expect(await nameOf({ waits: 'yes' })).toContain('2026-11-20-waiting.csv')
  expect(await nameOf({ waits: 'yes', waitingSince })).toContain('-20-waiting-since-before-2026-11-13.csv')
  // Also what waits for nothing.
  expect(await nameOf({ waitingSince })).toContain('-20-since-before-2026-11-13.csv')
})

test('E14 exports of two weeks of the dashboard, and of two changes, have names of their own', async () => {
  const nameOf = async (query: Record<string, string>) =>
    (await lab.get('/samples/export', query)).headers['content-disposition']
  const week = { reachedFrom: '2026-11-09T00:00:00.000Z', reachedTo: '2026-11-16T00:00:00.000Z' }
  expect(await nameOf({ reached: 'RECEIVED', ...week })).toBe(
    'attachment; filename=samples-2026-11-20-became-RECEIVED-from-2026-11-09-to-2026-11-15.csv',
  )
  const at = '2026-11-18T09:30:00.000Z'
  expect(await nameOf({ change: 'sample.receive', changedFrom: at, changedTo: at })).toBe(
    'attachment; filename=samples-2026-11-20-one-change-from-2026-11-18.csv',
  )
  expect(await nameOf({ reached: 'SEQUENCED' })).toBe(
    'attachment; filename=samples-2026-11-20-became-SEQUENCED.csv',
  )
})

test('the audit trail says of an export which of the boxes with one name it was of', async () => {
  const { boxId } = await placedAndLoose()
  const reply = await lab.get('/samples/export', { storageId: `${boxId}`, status: 'UNKNOWN' })
  expect(reply.headers['content-disposition']).toContain('-UNKNOWN-Box-9.csv')
  const { events } = (await lab.get('/audit/list', { action: 'sample.export' })).json()
  expect(events[0].after.search).toBe('UNKNOWN, Freezer 1 › Rack A › Box 9')
})

test('an export by part of a subject or site is not named as if it were of that subject or site', async () => {
  const { batch_id } = await lab.addSample({ subject_id: 'P10', site_id: 'SITE01' })
  const query = { subjectId: 'P1', siteId: 'SITE0' }
  const exported = async () => (await lab.get('/samples/export', query)).headers['content-disposition']
  expect(await exported()).toBe('attachment; filename=samples-2026-11-20-contains-P1-contains-SITE0.csv')
  const { events } = (await lab.get('/audit/list', { action: 'sample.export' })).json()
  expect(events[0].after.search).toBe('part of a subject, part of a site')
  await lab.addSample({ batch_id, subject_id: 'P1', site_id: 'SITE0' })
  expect(await exported()).toBe('attachment; filename=samples-2026-11-20-P1-SITE0.csv')
})

test('E2 an export ends with the place and its storage; the columns of the manifest stay', async () => {
  const { boxId, placed, loose } = await placedAndLoose()
  const { body } = await lab.get('/samples/export', {})
  expect(body.split('\r\n')[0]).toBe(`${header},place,storageId,custody,thawCount`)
  const byId = new Map(rowsOf(body).map((row) => [row.id, row]))
  expect(byId.get(placed)).toMatchObject({ place: 'Freezer 1 › Rack A › Box 9 › D2', storageId: `${boxId}` })
  expect(byId.get(loose)).toMatchObject({ place: 'N/A', storageId: 'N/A' })
  const sheet = await sheetOf((await lab.get('/samples/export', { format: 'xlsx' })).rawPayload)
  expect(sheet.map((row) => row.slice(-4))).toEqual([
    ['place', 'storageId', 'custody', 'thawCount'],
    ['Freezer 1 › Rack A › Box 9 › D2', boxId, 'AVAILABLE', 0],
    ['N/A', 'N/A', 'AVAILABLE', 0],
  ])
})

/** One sample in D2 of Freezer 1 › Rack A › Box 9, and one without a place. */
async function placedAndLoose() {
  let parentID: number | undefined
  for (const [alias, type] of [
    ['Freezer 1', 'FREEZER'],
    ['Rack A', 'RACK'],
    ['Box 9', 'BOX'],
  ]) {
    const made = await lab.post('/storage/add', { alias, type, numberRows: 8, numberColumns: 12, parentID })
    parentID = made.json().storage.id
  }
  const placed = await lab.addSample({ name: 'NB-1' })
  const loose = await lab.addSample({ name: 'NB-2' })
  await lab.post('/samples/associate', { sampleId: placed.id, storageId: parentID, location: 'D2' })
  return { boxId: parentID, placed: placed.id, loose: loose.id }
}

test('an export of what was deleted, as by a saved view, does not read as one of all samples', async () => {
  await lab.addSample({ name: 'NB-1' })
  await lab.get('/samples/export', { batchId: noBatch })
  await lab.get('/samples/export', { storageId: '999' })
  const { events } = (await lab.get('/audit/list', { action: 'sample.export' })).json()
  expect(events.map(({ after }: { after: object }) => after)).toMatchObject([
    { search: 'deleted storage', numSamples: 0 },
    { search: 'deleted batch', numSamples: 0 },
  ])
})

test('E14 a filter text of characters outside the basic plane is cut between two of them in the file name', async () => {
  const reply = await lab.get('/samples/export', { query: `x${'😀'.repeat(25)}` })
  expect(reply.statusCode).toBe(200)
})
