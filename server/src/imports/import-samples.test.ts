import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { listLifecycleEvents } from '../samples/sample-queries.ts'

const lab = await openLab()
const { read, apply, check } = importing(lab)
const samplesOf = async (batchId: string) =>
  (await lab.get('/samples/list', { batchId, pageSize: '1000' })).json().samples
const countOf = async (table: 'batch' | 'sample' | 'audit_event') =>
  (await lab.db.selectFrom(table).selectAll().execute()).length

const file = [
  'Name,Tube,Type,Status,Volume (mL),Notes,Subject,Site,Visit,BAM,Parent',
  'NB-1,X-001,plasma,Collected,2.5,"clear, cold",P001,AUSTIN,V2,s3://lab/nb-1.bam,',
  'NB-1-DNA-2,N/A,DNA,,0.01,,,,,,NB-1',
  'NB-2,,,QC pass,,N/A,,,,,',
].join('\r\n')
const columns = 'name,alias,type,status,volume,notes,subjectId,siteId,visitId,bamFileUri,parent'

test('imports all fields, children under their parent, and generates missing tube IDs', async () => {
  const batchId = await lab.addBatch()
  const { statusCode, lines } = await apply(file, { columns, batchId })

  expect(statusCode).toBe(200)
  expect(lines.at(-1)).toMatchObject({ success: true, numSamples: 3, batch: { id: batchId, numSamples: 3 } })
  const [parent, child, other] = await samplesOf(batchId)
  expect(parent).toMatchObject({
    name: 'NB-1',
    alias: 'X-001',
    type: 'PLASMA',
    status: 'COLLECTED',
    volume: 2.5,
    notes: 'clear, cold',
    subjectId: 'P001',
    siteId: 'AUSTIN',
    visitId: 'V2',
    bamFileUri: 's3://lab/nb-1.bam',
    parentSampleId: null,
  })
  expect(child).toMatchObject({ name: 'NB-1-DNA-2', type: 'DNA', volume: 0.01, parentSampleId: parent.id })
  expect(child.alias).toMatch(/^T\d{7}$/)
  expect(other).toMatchObject({ type: 'UNKNOWN_SAMPLE_TYPE', status: 'QC_PASS', volume: 0, notes: '' })
})

test('cells that only look empty are: such a tube ID is generated, and such a sample has no parent', async () => {
  const batchId = await lab.addBatch()
  const seen = { columns: 'name,alias,tubeType,thawCount,parent', batchId }
  const cells = 'Name,Tube ID,Tube Type,Thaws,Parent\nNB-1,\u200b,\u200b,\u00ad,\u200e\n'
  expect((await check(cells, seen)).json().problems).toEqual([])
  const { lines } = await apply(cells, seen)
  expect(lines.at(-1)).toMatchObject({ success: true, numSamples: 1 })
  const [sample] = await samplesOf(batchId)
  expect(sample).toMatchObject({ name: 'NB-1', tubeType: null, parentSampleId: null, thawCount: 0 })
  expect(sample.alias).toMatch(/^T\d{7}$/)
})

test('an export of another system, with the unit of each volume beside it, is imported in millilitres', async () => {
  const file = 'Name,Volume,Units\nA,500,ul\nB,0.5,ml\nC,,'
  const suggested = (await read(file)).json().columns.map(({ field }: { field: string }) => field)
  expect(suggested).toEqual(['name', 'volume', 'volumeUnit'])
  const batchId = await lab.addBatch()
  await apply(file, { columns: suggested.join(), batchId })
  const samples: { name: string; volume: number }[] = await samplesOf(batchId)
  expect(Object.fromEntries(samples.map(({ name, volume }) => [name, volume]))).toEqual({
    A: 0.5,
    B: 0.5,
    C: 0,
  })
})

test('freeze-thaw cycles are imported, and an aliquot without a number has those of its parent', async () => {
  const batchId = await lab.addBatch()
  const thawColumns = 'name,type,thawCount,parent'
  const first =
    'Name,Type,Thaws,Parent\nA,PLASMA,3,\nA-1,PLASMA,,A\nA-2,PLASMA,999,A\nA-DNA,DNA,,A\nB,PLASMA,,'
  await apply(first, { columns: thawColumns, batchId })
  await apply('Name,Type,Thaws,Parent\nA-3,PLASMA,,A\nA-4,SERUM,,A', { columns: thawColumns, batchId })
  const samples: { name: string; thawCount: number }[] = await samplesOf(batchId)
  expect(Object.fromEntries(samples.map(({ name, thawCount }) => [name, thawCount]))).toEqual({
    A: 3,
    'A-1': 3,
    'A-2': 999,
    'A-DNA': 0,
    B: 0,
    'A-3': 3,
    'A-4': 0,
  })
})

test.each(['-1', '1.5', '1000', 'two', '1e2'])('%j freeze-thaw cycles are refused', async (thaws) => {
  const reply = await check(`Name,Thaws\nA,${thaws}`, { columns: 'name,thawCount', batchName: 'New' })
  expect(reply.json().problems).toMatchObject([
    { row: 2, column: 'Thaws', message: 'must be a whole number from 0 to 999' },
  ])
})

test('the history of a sample with another status than UNKNOWN shows who imported it and when', async () => {
  const batchId = await lab.addBatch()
  await apply(file, { columns, batchId })
  const [parent, child] = await samplesOf(batchId)
  expect(await listLifecycleEvents(lab.db, parent.id)).toEqual([
    {
      id: expect.any(Number),
      sampleId: parent.id,
      fromStatus: null,
      status: 'COLLECTED',
      timestamp: '2026-11-20T09:00:00.000Z',
      userId: 'ada',
      userName: 'Ada Lindqvist',
      notes: '',
      undoes: null,
      isUndone: false,
      canUndo: false,
    },
  ])
  expect(await listLifecycleEvents(lab.db, child.id)).toEqual([])
})

test('creates a new batch for a file and audits the digest of the file', async () => {
  const { lines } = await apply('Name\nA\nB', {
    columns: 'name',
    batchName: 'From Oslo',
    fileName: 'oslo.csv',
  })
  const { batch } = lines.at(-1)
  expect(batch).toMatchObject({ name: 'From Oslo', description: '', numSamples: 2, byStatus: { UNKNOWN: 2 } })
  const events = await lab.db
    .selectFrom('audit_event')
    .selectAll()
    .where('entity_id', '=', batch.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ action, person_id }) => [action, person_id])).toEqual([
    ['batch.create', 'ada'],
    ['batch.import', 'ada'],
  ])
  const { id, ...created } = batch
  expect(events[0]?.after).toEqual({ ...created, numSamples: 0, byStatus: {} })
  expect(events[1]?.after).toEqual({
    numSamples: 2,
    fileName: 'oslo.csv',
    sha256: '7e4656c8ba29bc317721d8692576643b62c4aa27e7ce0cdbca545487733a1ea5',
  })
})

test('reports progress', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => `S-${index}`)
  const { lines } = await apply(['Name', ...rows].join('\n'), { columns: 'name', batchName: 'Long' })
  expect(lines.slice(0, -1)).toEqual([0, 500, 1000, 1200].map((saved) => ({ saved, total: 1200 })))
  const names = (await samplesOf(lines.at(-1).batch.id)).map(({ name }: { name: string }) => name)
  expect(names).toEqual(rows.slice(0, 1000))
})

test('a file of exactly as many rows as are saved at once is saved in one step', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => `S-${index}`)
  const batchDescription = 'From the old system'
  const { lines } = await apply(['Name', ...rows].join('\n'), {
    columns: 'name',
    batchName: 'Long',
    batchDescription,
  })
  expect(lines.slice(0, -1)).toEqual([0, 500].map((saved) => ({ saved, total: 500 })))
  expect(lines.at(-1).batch.description).toBe('From the old system')
})

test('an unknown batch, and a row with too many cells, are refused with where', async () => {
  const file = 'Name,Type\nA,DNA,x\nB,BONE'
  const unknown = { columns: 'name,type', batchId: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f' }
  expect((await apply(file, unknown)).lines).toMatchObject([{ code: 'batch-not-found', field: 'batchId' }])
  const [refused] = (await apply(file, { columns: 'name,type', batchName: 'New' })).lines
  expect(refused.message).toBe(
    'Nothing was imported. The file has 2 problems, the first in row 2: has 3 cells, but the header has 2',
  )
})

test('imports nothing and creates no batch if there is one problem', async () => {
  const before = await countOf('audit_event')
  const { statusCode, lines } = await apply('Name,Type\nA,DNA\nB,BONE\n,DNA', {
    columns: 'name,type',
    batchName: 'New',
  })
  expect(statusCode).toBe(400)
  expect(lines).toEqual([
    {
      code: 'import-has-problems',
      message:
        'Nothing was imported. The file has 2 problems, the first in row 3, Type: is not one of the sample types UNKNOWN, PLASMA, BLOOD, SERUM, CSF, DNA',
    },
  ])
  expect([await countOf('batch'), await countOf('sample'), await countOf('audit_event')]).toEqual([
    0,
    0,
    before,
  ])
})

test('a repeated request with its key gets the same reply and imports nothing twice', async () => {
  const batchId = await lab.addBatch()
  const send = () => apply('Name\nA\nB', { columns: 'name', batchId }, 'key-1')
  const [one, other] = await Promise.all([send(), send()])
  const third = await send()
  expect(one.lines.at(-1)).toEqual(other.lines.at(-1))
  expect(third.lines).toEqual([one.lines.at(-1)])
  expect(await countOf('sample')).toBe(2)

  const reused = await apply('Name\nC', { columns: 'name', batchId }, 'key-1')
  expect([reused.statusCode, reused.lines[0].code]).toEqual([409, 'idempotency-key-reused'])
})

test('a check changes nothing and reports what would be created', async () => {
  const batchId = await lab.addBatch()
  const reply = await check(file, { columns, batchId })
  expect(reply.json()).toMatchObject({ numSamples: 3, numChildren: 1, problems: [], totalProblems: 0 })
  expect(await countOf('sample')).toBe(0)
})

test('accepts one of two concurrent imports of the same tube', async () => {
  const send = (batchName: string) => apply('Name,Tube\nA,X-1', { columns: 'name,alias', batchName })
  const replies = await Promise.all(['One', 'Two', 'Three', 'Four'].map(send))
  const imported = replies.filter(({ lines }) => lines.at(-1).success)
  const refused = replies.flatMap(({ lines }) => lines.at(-1).error?.code ?? lines.at(-1).code ?? [])
  expect(imported).toHaveLength(1)
  const expected = expect.toBeOneOf(['tube-id-taken', 'import-has-problems'])
  expect(refused).toEqual([expected, expected, expected])
  expect([await countOf('batch'), await countOf('sample')]).toEqual([1, 1])
})

test('never generates a tube ID that was imported', async () => {
  const batchId = await lab.addBatch()
  const far = ['T0000005', 't0000700', 'T999999999999999']
  await apply(['Name,Tube', ...far.map((id) => `A,${id}`)].join('\n'), { columns: 'name,alias', batchId })
  await lab.post('/batches/add', { name: 'Next', description: 'd', numSamples: 900, tubeType: 'EDTA' })
  const made = await lab.db.selectFrom('sample').select('alias').where('name', 'like', 'Next-%').execute()
  expect(made).toHaveLength(900)
  expect(made.every(({ alias }) => alias > 'T0000700' && alias < 'T0010000')).toBe(true)
})

test('tube IDs keep their length after an import of longer ones of another system', async () => {
  const batchId = await lab.addBatch()
  await apply('Name,Tube\nA,T20261127\nB,T12345678', { columns: 'name,alias', batchId })
  await lab.post('/batches/add', { name: 'Next', description: 'd', numSamples: 2, tubeType: 'EDTA' })
  const made = await lab.db.selectFrom('sample').select('alias').where('name', 'like', 'Next-%').execute()
  expect(made.map(({ alias }) => alias)).toEqual([
    expect.stringMatching(/^T000\d{4}$/),
    expect.stringMatching(/^T000\d{4}$/),
  ])
})

test('a child may precede its parent, and Create Children continues after imported numbers', async () => {
  const batchId = await lab.addBatch()
  const rows = ['P2-DNA-7,DNA,P2', 'P1,BLOOD,', 'P2,BLOOD,', 'P1-DNA-3,DNA,P1']
  await apply(['Name,Type,Parent', ...rows].join('\n'), { columns: 'name,type,parent', batchId })
  const samples: { name: string; id: string; parentSampleId: string | null }[] = await samplesOf(batchId)
  expect(samples.map(({ name }) => name)).toEqual(['P1', 'P2', 'P2-DNA-7', 'P1-DNA-3'])
  const [p1, p2, child] = samples
  expect(child?.parentSampleId).toBe(p2?.id)

  await apply('Name,Parent\nP1-DNA-12,P1', { columns: 'name,parent', batchId })
  const made = await lab.post('/samples/add-child', { parentSampleId: p1?.id, count: 1, type: 'DNA' })
  expect(made.json().sample.name).toBe('P1-DNA-13')
})

test('children before their parent follow it in their order, and cells lose their guard and the spaces around it', async () => {
  const batchId = await lab.addBatch()
  const rows = [`P-1,P," '=2+1 "`, 'P-2,P,', `P,,"'  + 37 °C"`]
  await apply(['Name,Parent,Notes', ...rows].join('\n'), { columns: 'name,parent,notes', batchId })
  const samples: { name: string; notes: string }[] = await samplesOf(batchId)
  expect(samples.map(({ name, notes }) => [name, notes])).toEqual([
    ['P', '+ 37 °C'],
    ['P-1', '=2+1'],
    ['P-2', ''],
  ])
})

test('a tube ID of another system may hold a space, and is received and found by it', async () => {
  const batchId = await lab.addBatch()
  await apply('Name,Tube\nSpaced,AB 123', { columns: 'name,alias', batchId })
  const received = await lab.post('/samples/receive', { identifier: 'ab 123' })
  expect(received.json()).toMatchObject({ sample: { name: 'Spaced', alias: 'AB 123', status: 'RECEIVED' } })
})
