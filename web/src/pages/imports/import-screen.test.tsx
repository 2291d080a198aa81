import { authApi } from '@lims/contract/auth.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { type EarlierImport, importsApi, importTemplate } from '@lims/contract/imports.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  answers,
  becomes,
  button,
  chooseFile,
  fileField,
  good,
  imported,
  kits,
  lines,
  prepareImport,
  read,
  requests,
  upToCheck,
} from '../../../test/import-steps.tsx'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aBatch } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { setTimeZone } from '../../ui/clock.ts'
import { formatInstant } from '../../ui/format-instant.ts'

const anEarlierImport = (earlier: Partial<EarlierImport>): EarlierImport => ({
  at: '2026-11-20T08:00:00.000Z',
  userName: 'Ada Lindqvist',
  batchId: aBatch().id,
  batchName: aBatch().name,
  numSamples: 2,
  ...earlier,
})
beforeEach(prepareImport)

afterEach(() => vi.restoreAllMocks())

test('one row and one column are counted in the singular', async () => {
  const [column] = read.columns
  answers('read', () => HttpResponse.json({ ...read, columns: [column], firstRows: [['X-1']], totalRows: 1 }))
  await chooseFile()
  expect(await screen.findByText('1 row, 1 column')).toBeVisible()
})

test.each([
  [1, 'Only the first sheet is read: 1 other sheet has cells too'],
  [9, 'Only the first sheet is read: 9 other sheets have cells too'],
])('of a workbook with %i other sheets it is said that they are left out', async (otherSheets, title) => {
  answers('read', () => HttpResponse.json({ ...read, otherSheets }))
  await chooseFile()
  expect(await screen.findByText(title)).toBeVisible()
})

test.each([
  [1, '1 row that is hidden in Excel is read too'],
  [9, '9 rows that are hidden in Excel are read too'],
])('of a workbook with %i hidden rows it is said that they are read', async (hiddenRows, title) => {
  answers('read', () => HttpResponse.json({ ...read, hiddenRows }))
  await chooseFile()
  expect(await screen.findByText(title)).toBeVisible()
})

test.each([
  [1, '1 row above the header is left out.'],
  [3, '3 rows above the header are left out.'],
])('of a file with %i rows above the header it is said that they are left out', async (titleRows, text) => {
  answers('read', () => HttpResponse.json({ ...read, titleRows }))
  await chooseFile()
  expect(await screen.findByText(text)).toBeVisible()
})

test('of a file with times it is said on which clocks a day without a time zone is read', async () => {
  const hint =
    'Days, and times of Excel, are read in UTC. Other times need their offset, such as 2026-11-20T09:30:00Z.'
  const opened = await chooseFile()
  expect(await screen.findByText('2 rows, 3 columns')).toBeVisible()
  expect(screen.queryByText(hint)).not.toBeInTheDocument()

  const columns = read.columns.with(0, { header: 'Drawn', field: 'collectionTimestamp' })
  answers('read', () => HttpResponse.json({ ...read, columns }))
  await opened.click(await button('Choose another file'))
  await opened.upload(fileField(), kits)
  expect(await screen.findByText(hint)).toBeVisible()

  onTestFinished(() => setTimeZone(null))
  setTimeZone('America/Toronto')
  await opened.click(await button('Choose another file'))
  await opened.upload(fileField(), kits)
  expect(
    await screen.findByText(
      /^Days, and times without a time zone, are read on the clocks of America\/Toronto\.$/,
    ),
  ).toBeVisible()
})

test('a file goes from its columns through the dry run into a new batch, with progress', async () => {
  answers('apply', () => lines({ saved: 0, total: 2 }, { saved: 2, total: 2 }, imported))
  const user = await chooseFile()
  expect(await screen.findByText('2 rows, 3 columns')).toBeVisible()
  expect(screen.getByRole('row', { name: /^What NB-1 · NB-2/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Column 3 cold/ })).toBeVisible()
  expect(await button('Check')).toBeDisabled()
  expect(screen.getByText('Choose the column that holds the Name of each sample.')).toBeVisible()

  await upToCheck(user)
  expect(
    await screen.findByText('It makes 2 samples, 1 of them a child. They go into the new batch kits.'),
  ).toBeVisible()
  expect(screen.getByText('1 column of the file is left out')).toBeVisible()
  expect(screen.getByText('Column 3. To import it, go back to the columns.')).toBeVisible()
  await user.click(await button('Import 2 samples'))

  expect(await screen.findByText('2 samples imported')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the batch' })).toHaveAttribute(
    'href',
    `/batches/${aBatch().id}`,
  )
  const query = { columns: 'alias,name,', fileName: 'kits.csv', batchName: 'kits' }
  expect(requests.map(({ path, query }) => ({ path, query }))).toEqual([
    { path: 'read', query: {} },
    { path: 'check', query },
    { path: 'apply', query },
  ])
  expect(requests[2]?.body).toBe('Tube,What\nX-1,NB-1\nX-2,NB-2')
})

test('the check names the columns that are left out, also of a file with problems', async () => {
  const header = (name: string) => ({ header: name, field: null })
  const columns = [{ header: 'Name', field: 'name' as const }, header('Farbe'), header(''), header('Menge')]
  answers('read', () => HttpResponse.json({ ...read, columns, firstRows: [['NB-1', 'rot', '', '0,5']] }))
  const problem = { row: 2, column: 'Name', value: '', message: 'is missing' }
  answers('check', () => HttpResponse.json({ ...good, problems: [problem], totalProblems: 1 }))
  const user = await chooseFile()
  await user.click(await button('Check'))
  expect(await screen.findByText('3 columns of the file are left out')).toBeVisible()
  expect(screen.getByText('Farbe, Column 3, Menge. To import one, go back to the columns.')).toBeVisible()
})

test('subjects and sites of a file that the person may not see are hidden, and not read as empty', async () => {
  const columns = [
    { header: 'Name', field: 'name' as const },
    { header: 'Subject', field: 'subjectId' as const, masked: true as const },
    { header: 'Notes', field: 'notes' as const },
  ]
  answers('read', () => HttpResponse.json({ ...read, columns, firstRows: [['NB-1', '', '']] }))
  const problem = { row: 7, column: 'Subject', value: '', masked: true, message: 'is too long' }
  answers('check', () => HttpResponse.json({ ...good, problems: [problem], totalProblems: 1 }))
  const user = await chooseFile()
  expect(await screen.findByRole('row', { name: /^Subject hidden/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Notes/ })).not.toHaveTextContent('hidden')
  await user.click(await button('Check'))
  expect(await screen.findByRole('row', { name: /^7 Subject hidden .*is too long$/ })).toBeVisible()
})

test('every problem is listed by row and column, and the way back keeps what was chosen', async () => {
  const problem = { row: 3, column: 'Tube', value: 'X-1', message: 'is already used in row 2' }
  answers('check', () => HttpResponse.json({ ...good, problems: [problem], totalProblems: 1 }))
  const user = await chooseFile()
  await upToCheck(user)

  expect(await screen.findByText('1 problem keeps this file from being imported')).toBeVisible()
  expect(screen.getByRole('row', { name: /^3 Tube X-1 .*is already used in row 2$/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
  expect(screen.getByText(/^Correct it in the file/)).toBeVisible()

  expect(await button('Back to the columns')).toHaveFocus()
  await user.keyboard('{Enter}')
  const row = await screen.findByRole('row', { name: /^What/ })
  expect(within(row).getByText('Name')).toBeVisible()
})

test('the batch that the address names is the target', async () => {
  const user = await chooseFile(`/samples/import?batchId=${aBatch().id}`)
  expect(await screen.findByText(aBatch().name)).toBeVisible()
  await upToCheck(user)
  expect(await screen.findByText(/They go into Nordic study 4, which holds 30 now/)).toBeVisible()
  expect(requests.at(-1)?.query).toMatchObject({ batchId: aBatch().id, columns: 'alias,name,' })
  expect(requests.at(-1)?.query).not.toHaveProperty('batchName')
})

test('a file that cannot be read is refused in the words of the server, and another can be chosen', async () => {
  const message = 'This workbook is protected by a password. Save it without one.'
  answers('read', () => HttpResponse.json({ code: 'file-unreadable', message }, { status: 400 }))
  await chooseFile()
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByText('Choose a CSV or Excel file, or drop it here')).toBeVisible()
})

test('a file over 5 MB is not even sent', async () => {
  await chooseFile('/samples/import', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.csv'))
  expect(await screen.findByText('big.csv is larger than 5 MB: please split it.')).toBeVisible()
  expect(requests).toEqual([])
})

test('a file that the browser cannot read, such as from a lost network drive, is named in a notice', async () => {
  const file = new File(['name'], 'drive.csv')
  file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  await chooseFile('/samples/import', file)
  expect(await screen.findByText('drive.csv could not be read. Please choose it again.')).toBeVisible()
})

test.each([
  ['without a reply', []],
  [
    'whose outcome the server does not know',
    [{ error: { code: 'outcome-unknown', message: 'The database is gone.' } }],
  ],
])('a request %s is sent again with the same key', async (_, last) => {
  answers('apply', () => lines({ saved: 0, total: 2 }, ...last))
  const user = await chooseFile()
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  expect(await screen.findByText('The server did not say how it ended')).toBeVisible()
  expect(screen.queryByText('It is not known whether this was done')).toBeNull()

  answers('apply', () => lines(imported))
  await user.click(await button('Try again'))
  expect(await screen.findByText('2 samples imported')).toBeVisible()
  const [first, second] = requests.filter(({ path }) => path === 'apply')
  expect(first?.key).toBeTruthy()
  expect(second?.key).toBe(first?.key)
})

test('a tube ID that was taken during the check is reported, and the file is checked again with a new key', async () => {
  const error = {
    code: 'tube-id-taken',
    message: 'Another sample was given one of these tube IDs since.',
  }
  answers('apply', () => lines({ saved: 0, total: 2 }, { error }))
  const user = await chooseFile()
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  expect(await screen.findByText('Nothing was imported')).toBeVisible()

  await user.click(await button('Check again'))
  await user.click(await button('Import 2 samples'))
  await waitFor(() => expect(requests.filter(({ path }) => path === 'apply')).toHaveLength(2))
  const [first, second] = requests.filter(({ path }) => path === 'apply')
  expect(second?.key).not.toBe(first?.key)
})

test('an import into a new batch is taken back with its batch, and that can be undone too', async () => {
  answers('apply', () => lines(imported))
  const deletionId = crypto.randomUUID()
  const deleted = serverAnswers(importsApi.undo, { success: true, deletionId, numSamples: 2 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 2 })
  const user = await chooseFile()
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  await screen.findByText('2 samples are in kits now')
  await user.click(await screen.findByLabelText('Undo'))
  await waitFor(() => expect(deleted[0]?.body).toEqual({ batchId: aBatch().id }))
  expect(await screen.findByText('Import undone: kits deleted with 2 samples')).toBeVisible()
  expect(screen.queryByText('2 samples imported')).toBeNull()
  await user.click(await screen.findByLabelText('Undo'))
  await waitFor(() => expect(undone[0]?.body).toEqual({ deletionId }))
})

test('a bench person undoes the own import while roles are on, and is not offered to restore what that deletes', async () => {
  roleIs('bench')
  answers('apply', () => lines(imported))
  const undone = serverAnswers(importsApi.undo, {
    success: true,
    deletionId: crypto.randomUUID(),
    numSamples: 2,
  })
  const user = await chooseFile()
  await upToCheck(user)
  const submit = await button('Import 2 samples')
  await untilReplied()
  await user.click(submit)
  await user.click(await screen.findByLabelText('Undo'))
  await waitFor(() => expect(undone[0]?.body).toEqual({ batchId: aBatch().id }))
  expect(await screen.findByText('Import undone: kits deleted with 2 samples')).toBeVisible()
  expect(screen.queryByLabelText('Undo')).toBeNull()
})

test('an import to whose samples something has happened since stays, and the reason is shown', async () => {
  answers('apply', () => lines(imported))
  const message = 'Nothing was undone: Bo Chen has changed NB-1 since.'
  serverRefuses(importsApi.undo, 409, { code: 'import-changed-since', message })
  const user = await chooseFile()
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  await user.click(await screen.findByLabelText('Undo'))
  expect(await screen.findByText('The import could not be undone')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test('into a batch that was there nothing is taken back, and the page says where the samples are', async () => {
  answers('apply', () => lines({ ...imported, batch: aBatch() }))
  const user = await chooseFile(`/samples/import?batchId=${aBatch().id}`)
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  expect(await screen.findByText(/In the list of its samples they stand last/)).toBeVisible()
  expect(screen.queryByLabelText('Undo')).toBeNull()
})

test('D23 of a manifest only the batch columns are left out, with the reason; times are taken', async () => {
  const columns = ['name', 'receivedTimestamp', 'tubeType', 'batchId', 'batchName'].map((header) => ({
    header,
    field: header.startsWith('batch') ? null : (header as 'name' | 'receivedTimestamp' | 'tubeType'),
  }))
  answers('read', () => HttpResponse.json({ ...read, columns }))
  const user = await chooseFile()
  expect(
    await screen.findByText(
      'batchId and batchName are left out: the samples go to the batch chosen under Import into.',
    ),
  ).toBeVisible()
  expect(screen.queryByText(/times come with the history/)).toBeNull()
  await user.click(await button('Check'))
  await waitFor(() =>
    expect(requests.at(-1)?.query).toMatchObject({ columns: 'name,receivedTimestamp,tubeType,,' }),
  )
})

test('B8 a file that the batch holds already says by whom and when, and goes in again only when confirmed', async () => {
  const importedBefore = anEarlierImport({ userName: 'Ada Lindqvist', numSamples: 2 })
  answers('check', () => HttpResponse.json({ ...good, importedBefore }))
  answers('apply', () => lines({ saved: 0, total: 2 }))
  const user = await chooseFile(`/samples/import?batchId=${aBatch().id}`)
  await upToCheck(user)
  expect(await screen.findByText('This same file was imported into Nordic study 4 before')).toBeVisible()
  const when = formatInstant(importedBefore.at)
  expect(screen.getByText(new RegExp(`^Ada Lindqvist imported it on ${when}: 2 samples`))).toHaveTextContent(
    'Do you want to import it again?',
  )
  expect(screen.queryByRole('button', { name: 'Import 2 samples' })).toBeNull()
  expect(await button('Import 2 samples again')).not.toHaveFocus()
  await user.click(await button('Import 2 samples again'))

  const again = await button('Try again')
  answers('apply', () => lines({ ...imported, batch: aBatch() }))
  await user.click(again)
  expect(await screen.findByText('2 samples imported')).toBeVisible()
  const sent = requests.filter(({ path }) => path === 'apply').map(({ query }) => query)
  expect(sent).toEqual([sent[1], sent[1]])
  expect(sent[0]).toMatchObject({ batchId: aBatch().id, importAgain: 'true' })
})

test('B8 an import of the same file into another batch is mentioned, and asks for nothing', async () => {
  const importedBefore = anEarlierImport({ userName: 'Ada Lindqvist', numSamples: 1 })
  answers('check', () => HttpResponse.json({ ...good, importedBefore }))
  answers('apply', () => lines(imported))
  const user = await chooseFile()
  await upToCheck(user)
  expect(await screen.findByText(/1 sample. Those samples stay there/)).toBeVisible()
  await user.click(await button('Import 2 samples'))
  expect(await screen.findByText('2 samples imported')).toBeVisible()
  expect(requests.at(-1)?.query).not.toHaveProperty('importAgain')
})

test('B8 an import that somebody else made since the check is refused, and the next check asks', async () => {
  const importedBefore = anEarlierImport({ userName: 'Bo Chen', numSamples: 2 })
  const message = 'Bo Chen already imported this file into Nordic study 4.'
  answers('apply', () => HttpResponse.json({ code: 'import-repeated', message }, { status: 409 }))
  const user = await chooseFile(`/samples/import?batchId=${aBatch().id}`)
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  expect(await screen.findByText('Nothing was imported')).toBeVisible()
  answers('check', () => HttpResponse.json({ ...good, importedBefore }))
  await user.click(await button('Check again'))
  expect(await button('Import 2 samples again')).toBeVisible()
})

test('E14 a template with the columns of an import can be downloaded', async () => {
  const contents: Blob[] = []
  const names: string[] = []
  URL.createObjectURL = (content) => `blob:${contents.push(content as Blob)}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = openAddress('/samples/import')
  await user.click(await button('Download a template'))
  expect(names).toEqual(['samples-template.csv'])
  const bytes = new Uint8Array((await contents[0]?.arrayBuffer()) ?? [])
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const header = importTemplate.map(({ header }) => header).join()
  expect(new TextDecoder().decode(bytes)).toBe(`${header}\r\n`)
})

test('what was chosen for a file outlives an expired session, and leaving with a file needs a confirmation', async () => {
  answers('check', () =>
    HttpResponse.json({ code: 'not-signed-in', message: 'Please sign in' }, { status: 401 }),
  )
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  const first = openAddress('/samples/import')
  await screen.findByText(/Nothing is saved before/)
  await first.user.upload(fileField(), kits)
  await becomes(first.user, 'What', 'Name')
  await waitFor(async () => expect(await button('Check')).toBeEnabled())
  await first.user.click(await button('Check'))
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()
  cleanup()

  signIn({ jti: 'of-ada-again' })
  answers('check', () => HttpResponse.json(good))
  const { user, place } = openAddress('/samples/import')
  await screen.findByText(/Nothing is saved before/)
  await user.upload(fileField(), kits)
  expect(await screen.findByText('What you had chosen for this file was restored')).toBeVisible()
  await waitFor(async () => expect(await button('Check')).toBeEnabled())

  await user.click(screen.getByText('Receive'))
  await user.click(await screen.findByText('Leave'))
  await waitFor(() => expect(place()).toBe('/receive'))
  expect(sessionStorage).toHaveLength(0)
})
