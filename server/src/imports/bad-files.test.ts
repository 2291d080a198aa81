import { expect, onTestFinished, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { workbookOf, zipOf } from '../../test/zip.ts'

const lab = await openLab()
const { read, check, apply } = importing(lab)
const rowsOf = (count: number) => ['Name', ...Array.from({ length: count }, (_, n) => `S-${n}`)].join('\n')
const compound = (inside: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(inside, 'utf16le')])
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const aSheet = `<row r="1">${cell('A1', 'Name')}</row><row r="2">${cell('A2', 'NB-1')}</row>`

const damaged = 'This Excel workbook is damaged'
const tooMuch = 'This file needs too much memory or time to read.'

test.each<[string, string | Buffer, string]>([
  ['an empty file', '', 'This file is empty.'],
  ['blank lines only', '\n\n;;\n', 'This file is empty.'],
  ['a header without rows', 'Name,Type\n', 'This file has a header but no rows.'],
  [
    '50,000 rows',
    rowsOf(50_000),
    'This file has 50,000 rows. An import takes at most 20,000: please split it.',
  ],
  ['201 columns', `${'a,'.repeat(200)}a\n1`, 'This file has more than 200 columns.'],
  ['a quotation without end', 'Name\n"NB-1\nNB-2', 'A quotation mark in this file is not closed.'],
  [
    'a picture that is called .xlsx',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'If it should be a workbook, it is damaged',
  ],
  [
    'a workbook whose beginning is lost',
    workbookOf(aSheet).subarray(8),
    'If it should be a workbook, it is damaged',
  ],
  [
    'a web page',
    '\ufeff<html><table>\n<tr><td>Name</td></tr></table>',
    'This file is not a workbook but a web page (HTML), which some',
  ],
  [
    'a table in Latin-1',
    Buffer.from('\n<TABLE border=1><td>Zürich', 'latin1'),
    'This file is not a workbook but a web page (HTML)',
  ],
  [
    'a workbook as XML',
    '<?xml version="1.0"?>\n<Workbook>',
    'This file is not a workbook but XML, which some',
  ],
  ['text in Latin-1', Buffer.from('Name\nZürich', 'latin1'), 'This file is not in UTF-8. In Excel,'],
  ['text with NUL', 'Name\nA\0B', 'This file is neither a CSV nor an Excel workbook (.xlsx).'],
  ['a workbook behind a password', compound('EncryptedPackage'), 'This workbook is protected by a password.'],
  ['an old workbook', compound('Workbook'), 'This is an old Excel workbook (.xls).'],
  [
    'a zip renamed',
    zipOf([{ name: 'a.txt', content: 'x' }]),
    'This file is a zip archive, not an Excel workbook',
  ],
  [
    'a locked zip',
    zipOf([{ name: 'xl/workbook.xml', content: 'x', isEncrypted: true }]),
    'This workbook is protected',
  ],
  ['a zip cut short', workbookOf(aSheet).subarray(0, 400), damaged],
  [
    'a zip of 5,001 entries',
    zipOf([...Array(5001).keys()].map((n) => ({ name: `xl/${n}.xml`, content: '' }))),
    'cannot be unpacked',
  ],
  [
    'a workbook whose content is larger than declared',
    workbookOf(aSheet, 10),
    'its contents do not have the declared size',
  ],
  ['a workbook of nonsense', workbookOf('<row r="1"><c r="A1"><v>1</c></row'), damaged],
  ['a workbook that is a zip and nothing else', Buffer.from('PK\x03\x04 and so on'), damaged],
  [
    'a bomb that says so',
    workbookOf(Buffer.alloc(200 << 20, ' ')),
    'This workbook unpacks to more than 100 MB.',
  ],
  [
    'a bomb that lies',
    workbookOf(Buffer.alloc(200 << 20, ' '), 1000),
    'its contents do not have the declared size',
  ],
])('rejects %s with one sentence', { timeout: 60_000 }, async (_, file, sentence) => {
  const reply = await read(file)
  expect(reply.json()).toMatchObject({ message: expect.stringContaining(sentence) })
  expect(reply.statusCode).toBe(400)
})

test('rejects a file over 5 MB before reading it', async () => {
  const reply = await read('x'.repeat(5 * 1024 * 1024 + 1))
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'body-too-large'])
})

test('rejects a cell in column ZZZZZZZZZ, and replies to other requests while it reads the file', async () => {
  let isRead = false
  const hostile = read(workbookOf(`<row r="1">${cell('ZZZZZZZZZ1', 'Name')}</row>`)).finally(() => {
    isRead = true
  })
  expect((await lab.get('/samples/list')).statusCode).toBe(200)
  expect(isRead).toBe(false)
  const reply = await hostile
  expect(reply.json()).toMatchObject({ message: expect.stringContaining(tooMuch) })
  expect(reply.statusCode).toBe(400)
})

test('rejects a file if no process can be started, and keeps running', async () => {
  const { execPath } = process
  onTestFinished(() => {
    process.execPath = execPath
  })
  process.execPath = '/nowhere/node'
  const reply = await read('Name\nA')
  expect([reply.statusCode, reply.json().message]).toEqual([
    429,
    'The server has too much to do for a file just now. Please try again in a moment.',
  ])
  const workbook = await lab.get('/samples/export', { format: 'xlsx' })
  expect(workbook.json()).toMatchObject({ code: 'too-many-requests' })
  expect([reply, workbook].map(({ headers }) => headers['retry-after'])).toEqual(['5', '5'])
  process.execPath = execPath
  expect((await read('Name\nA')).statusCode).toBe(200)
})

test('rejects JSON instead of a file', async () => {
  const reply = await lab.post('/samples/import/read', { a: 1 })
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'The body must be the file itself, sent with Content-Type: application/octet-stream.',
  ])
})

test.each([
  ['no column for the name', 'type,notes', 'Please choose one of the columns as Name'],
  ['a field twice', 'name,name', 'Two columns are both chosen as Name'],
  [
    'two volumes',
    'name,volume,volumeUl',
    'Two columns are both chosen as volume: choose the one in mL or the one in µL',
  ],
  [
    'another number of columns',
    'name',
    'columns has 1 entries, but the file has 2 columns. Please read the file again.',
  ],
])('rejects %s', async (_, columns, message) => {
  const reply = await check('Name,Type\nA,DNA', { columns, batchName: 'New' })
  expect([reply.statusCode, reply.json().message]).toEqual([400, message])
})

test('names the parameter that does not fit the file', async () => {
  const reply = await check('Name,Type\nA,DNA', { columns: 'name', batchName: 'New' })
  expect(reply.json()).toMatchObject({ code: 'request-invalid', field: 'columns' })
})

test('rejects an unknown field, no batch, two batches, an unknown batch and an existing name', async () => {
  const batchId = await lab.addBatch({ name: 'Taken' })
  const refusal = async (query: object) => (await check('Name\nA', { columns: 'name', ...query })).json()
  expect((await refusal({ columns: 'name2' })).code).toBe('request-invalid')
  expect((await refusal({})).message).toBe('Please choose a batch or name a new one')
  expect((await refusal({ batchId, batchName: 'x' })).message).toBe('Please choose a batch or name a new one')
  expect((await refusal({ batchId: 'none' })).code).toBe('batch-not-found')
  expect((await refusal({ batchName: 'TAKEN' })).code).toBe('batch-name-taken')
  const { statusCode, lines } = await apply('Name\nA', { columns: 'name', batchName: 'taken' })
  expect([statusCode, lines[0]]).toMatchObject([409, { code: 'batch-name-taken', field: 'batchName' }])
})

test.each(['read', 'check', 'apply'])(
  '%s refuses a form around the file, whose lines are no samples',
  async (step) => {
    const form = new FormData()
    form.set('file', new File(['Name\nNB-1\n'], 'names.csv'))
    const { headers, body } = new Request('http://localhost', { method: 'POST', body: form })
    const reply = await lab.app.inject({
      method: 'POST',
      url: `/api/samples/import/${step}`,
      query: step === 'read' ? {} : { columns: 'name', batchName: 'Names' },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
      headers: { authorization: `Bearer ${lab.token()}`, 'content-type': headers.get('content-type') ?? '' },
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        code: 'request-invalid',
        message: 'Send the file itself as the body, not a form: curl --data-binary @file, not -F.',
      },
    ])
    expect(await lab.db.selectFrom('sample').select('name').execute()).toEqual([])
  },
)
