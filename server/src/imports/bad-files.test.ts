import { expect, onTestFinished, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { workbookOf } from '../../test/zip.ts'

const lab = await openLab({}, { ownProcesses: true })
const { read, check, apply } = importing(lab)

test.each([
  ['an empty file', '', 'This file is empty.'],
  ['a damaged workbook', Buffer.from('PK\x03\x04 and so on'), 'This Excel workbook is damaged'],
])('rejects %s with one sentence', async (_, file, sentence) => {
  const reply = await read(file)
  expect(reply.json()).toMatchObject({ code: 'file-unreadable', message: expect.stringContaining(sentence) })
  expect(reply.statusCode).toBe(400)
})

test('rejects a file over 5 MB before reading it', async () => {
  const reply = await read('x'.repeat(5 * 1024 * 1024 + 1))
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'body-too-large'])
})

test('rejects a file that needs too much memory, and replies to other requests while it reads it', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`,
  )
  let isRead = false
  const hostile = read(workbookOf(rows.join(''))).finally(() => {
    isRead = true
  })
  expect((await lab.get('/samples/list')).statusCode).toBe(200)
  expect(isRead).toBe(false)
  const reply = await hostile
  expect(reply.json().message).toContain('This file needs too much memory or time to read.')
  expect(reply.statusCode).toBe(400)
})

test.each([
  '<row r="1"><c r="ZZZZZZZZZ1"><v>1</v></c></row>',
  '<row r="1"><c s="1"\n r="XFE1"><v>1</v></c></row>',
  "<row r='1'><c r='\uffff\uffff\uffff1'><v>1</v></c></row>",
  '<row r="1048577"><c r="A1048577"><v>1</v></c></row>',
  '<row r="1e9"><c r="A1"><v>1</v></c></row>',
])('rejects a cell that lies outside of every sheet: %s', async (rows) => {
  const reply = await read(workbookOf(rows))
  expect(reply.json().message).toBe(
    'This Excel workbook is damaged: it has a cell beyond the last column (XFD) or row of a sheet.',
  )
  expect(reply.statusCode).toBe(400)
})

test('rejects texts that would be read as empty cells', async () => {
  const text = (content: string) => `<c r="A1" t="inlineStr"><is><t>${content}</t></is></c>`
  const replyTo = async (content: string) =>
    (
      await read(workbookOf(`<row r="1">${text(content)}</row><row r="2"><c r="A2"><v>1</v></c></row>`))
    ).json()
  expect((await replyTo('<![CDATA[Name]]>')).message).toBe(
    'This workbook has texts in a form that cannot be read (CDATA). Open it in Excel and save it there.',
  )
  expect((await replyTo('&lt;![CDATA[Name]]>')).columns).toMatchObject([{ header: '<![CDATA[Name]]>' }])
})

test.each([
  '<row><c t="inlineStr"><is><t>Name</t></is></c></row><row><c t="inlineStr"><is><t>A</t></is></c></row>',
  '<row r="1"><c><v>1</v></c></row><row r="2"><c\n s="1"><v>2</v></c></row>',
])('a workbook without the addresses of its cells is to be saved in Excel: %s', async (rows) => {
  const reply = await read(workbookOf(rows))
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'This workbook does not say in which cells its values are. Open it in Excel and save it there.',
  ])
})

test('a workbook that numbers its cells and not its rows is read', async () => {
  const reply = await read(workbookOf('<row><c r="A1"><v>1</v></c></row><row><c r="A2"><v>2</v></c></row>'))
  expect([reply.statusCode, reply.json().columns]).toMatchObject([200, [{ header: '1' }]])
})

test('the last cell of a sheet, and text that looks like a cell, are not outside of it', async () => {
  const text = `<row r="1"><c r="A1" t="inlineStr"><is><t>&lt;c r="ZZZZ1"</t></is></c></row>`
  const last = '<row r="1048576"><c r="XFD1048576"/></row>'
  expect((await read(workbookOf(text + last))).json().message).toBe('This file has a header but no rows.')
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
    'The server is too busy for this file right now. Please try again in a moment.',
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
  ['no column for the name', 'type,notes', 'columns: Choose the column that holds the Name of each sample'],
  ['a field twice', 'name,name', 'Two columns are both chosen as Name'],
  [
    'two volumes',
    'name,volume,volumeUl',
    'columns: Choose one column for the volume: the one in mL or the one in µL',
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
