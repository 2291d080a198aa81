import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import {
  answers,
  becomes,
  button,
  chooseFile,
  fileField,
  good,
  imported,
  lines,
  prepareImport,
  read,
  requests,
  upToCheck,
} from '../../../test/import-steps.tsx'
import { setWidth } from '../../../test/width.ts'

beforeEach(prepareImport)

test('a file of one sample is spoken of as one', async () => {
  answers('check', () => HttpResponse.json({ ...good, numSamples: 1, numChildren: 0 }))
  await upToCheck(await chooseFile())
  expect(await screen.findByText('It makes 1 sample. The sample goes into the new batch kits.')).toBeVisible()
})

test('a file with boxes and positions says how many tubes get a cell, and sends how the cells are numbered', async () => {
  const columns = (['name', 'box', 'position'] as const).map((field) => ({ header: field, field }))
  answers('read', () => HttpResponse.json({ ...read, columns, firstRows: [['NB-1', 'Box 1', '12']] }))
  answers('check', () =>
    HttpResponse.json({
      ...good,
      numSamples: 1200,
      numChildren: 0,
      numPlaced: 1100,
      numBoxes: 14,
      placeExample: { name: 'NB-1', path: 'Freezer 1 › Box 1 › B3' },
    }),
  )
  answers('apply', () => lines({ ...imported, numSamples: 1200, numPlaced: 1100 }))
  const user = await chooseFile()
  await user.click(await screen.findByRole('radio', { name: 'Down the columns: 2 is below 1' }))
  await user.click(await button('Check'))
  expect(
    await screen.findByText(
      'It makes 1,200 samples, 1,100 with a cell in 14 boxes. For example, NB-1 is in Freezer 1 › Box 1 › B3. They go into the new batch kits.',
    ),
  ).toBeVisible()
  await user.click(await button('Import 1,200 samples'))
  expect(await screen.findByText(/1,100 are in the cells of the file/)).toBeVisible()
  const sent = requests.filter(({ path }) => path !== 'read').map(({ query }) => query)
  expect(sent).toEqual([sent[0], sent[0]])
  expect(sent[0]).toMatchObject({ columns: 'name,box,position', positionNumbers: 'columns' })
})

test('of dates with slashes it is chosen what comes first, and that is sent for columns of times only', async () => {
  const columns = (['name', 'collectionTimestamp'] as const).map((field) => ({ header: field, field }))
  answers('read', () => HttpResponse.json({ ...read, columns, firstRows: [['NB-1', '3/11/2026']] }))
  const user = await chooseFile()
  await user.click(await screen.findByRole('radio', { name: 'The month: 3/11/2026 is in March' }))
  await user.click(await button('Check'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ dateOrder: 'month-first' }))

  await user.click(await button('Back to the columns'))
  expect(await screen.findByRole('radio', { name: /^The month/ })).toBeChecked()
  await becomes(user, 'collectionTimestamp', 'Notes')
  expect(screen.queryByRole('radio', { name: /^The month/ })).toBeNull()
  await user.click(await button('Check'))
  await waitFor(() => expect(requests.at(-1)?.query.columns).toBe('name,notes'))
  expect(requests.at(-1)?.query).not.toHaveProperty('dateOrder')
})

test('a box without a position cannot be checked, and how cells are numbered is not sent without one', async () => {
  const columns = (['name', 'box', 'position'] as const).map((field) => ({ header: field, field }))
  answers('read', () => HttpResponse.json({ ...read, columns }))
  const user = await chooseFile()
  await user.click(await screen.findByRole('radio', { name: 'Along the rows: 2 is right of 1' }))
  await becomes(user, 'position', 'Left out')
  expect(
    await screen.findByText('Choose the column that holds the position of each tube in its box.'),
  ).toBeVisible()
  expect(await button('Check')).toBeDisabled()
  expect(screen.queryByRole('radio', { name: /^Along the rows/ })).toBeNull()
  await becomes(user, 'box', 'Left out')
  await user.click(await button('Check'))
  await waitFor(() => expect(requests.at(-1)?.path).toBe('check'))
  expect(requests.at(-1)?.query).not.toHaveProperty('positionNumbers')
})

test('on a phone each column of the file still shows its first values', async () => {
  setWidth(390)
  await chooseFile()
  expect(await screen.findByRole('rowheader', { name: /^Tube.*X-1 · X-2/ })).toBeVisible()
  expect(screen.getAllByRole('columnheader')).toHaveLength(2)
})

test('a description that is too long is refused, and none of it is cut off', async () => {
  const user = await chooseFile()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Description (optional)' })
  await user.click(field)
  await user.paste('x'.repeat(2001))
  expect(await screen.findByText('must be at most 500 characters long')).toBeVisible()
  expect(field.value).toHaveLength(2001)
})

test('while a file is checked, its columns and its batch cannot be changed; another file can be chosen', async () => {
  const check = Promise.withResolvers<Response>()
  const columns = (['name', 'position', 'box'] as const).map((field) => ({ header: field, field }))
  answers('read', () => HttpResponse.json({ ...read, columns }))
  answers('check', () => check.promise)
  const user = await chooseFile()
  await user.click(await button('Check'))
  await waitFor(() => expect(requests.at(-1)?.path).toBe('check'))
  const choosing = [
    screen.getByRole('combobox', { name: 'position becomes' }),
    screen.getByRole('radio', { name: 'An existing batch' }),
    screen.getByRole('textbox', { name: 'Batch Name' }),
    screen.getByRole('radio', { name: /^Down the columns/ }),
  ]
  for (const field of choosing) expect(field).toBeDisabled()
  expect(await button('Choose another file')).toBeEnabled()

  check.resolve(HttpResponse.json({ code: 'file-unreadable', message: 'No.' }, { status: 400 }))
  await waitFor(() => expect(choosing[0]).toBeEnabled())
  for (const field of choosing) expect(field).toBeEnabled()
})

test('names that the batch has already are named before they are imported again', async () => {
  const namesInBatch = { numRows: 480, examples: ['NB-1', 'NB-2', 'NB-3'] }
  answers('check', () => HttpResponse.json({ ...good, namesInBatch }))
  const user = await chooseFile()
  await upToCheck(user)
  expect(await screen.findByText('The batch already has samples of the names in 480 rows')).toBeVisible()
  expect(screen.getByText(/^NB-1, NB-2, NB-3 and 477 more\. If these are the same tubes/)).toBeVisible()
  expect(await button('Import 2 samples')).not.toHaveFocus()
})

test('rows that repeat others are named before they are imported', async () => {
  const repeatedRows = { numRows: 1, examples: [7] }
  answers('check', () => HttpResponse.json({ ...good, repeatedRows }))
  const user = await chooseFile()
  await upToCheck(user)
  expect(await screen.findByText('1 row repeats an earlier one')).toBeVisible()
  expect(screen.getByText(/^Row 7\. If this is the same tube, delete it from the file/)).toBeVisible()
  expect(await button('Import 2 samples')).not.toHaveFocus()

  await user.click(await button('Back to the columns'))
  answers('check', () =>
    HttpResponse.json({ ...good, repeatedRows: { numRows: 480, examples: [482, 483, 484] } }),
  )
  await upToCheck(user)
  expect(await screen.findByText('480 rows repeat earlier ones')).toBeVisible()
  expect(screen.getByText(/^Rows 482, 483, 484 and 477 more\. If these are the same tubes/)).toBeVisible()
})

test('names in several rows are named, and hinder nothing', async () => {
  const sameNames = { numNames: 5, examples: ['NB-0', 'NB-1', 'NB-2'] }
  answers('check', () => HttpResponse.json({ ...good, sameNames }))
  await upToCheck(await chooseFile())
  expect(await screen.findByText('5 names are in several rows')).toBeVisible()
  expect(screen.getByText(/^NB-0, NB-1, NB-2 and 2 more\. The import makes/)).toBeVisible()
  expect(await button('Import 2 samples')).toHaveFocus()
})

test('a column that becomes the ID in this file is said not to be kept', async () => {
  const columns = (['name', 'sourceId'] as const).map((field) => ({ header: `My ${field}`, field }))
  answers('read', () => HttpResponse.json({ ...read, columns }))
  const user = await chooseFile()
  const notice =
    'My sourceId is used only to find parents in this file, and not kept. To keep it, choose Tube ID or Notes.'
  expect(await screen.findByText(notice)).toBeVisible()
  await becomes(user, 'My sourceId', 'Notes')
  expect(screen.queryByText(notice)).toBeNull()
})

/** Leaves the page while a file is imported. `finish` is the reply of the server. */
async function leaveDuringImport() {
  const apply = Promise.withResolvers<Response>()
  answers('apply', () => apply.promise)
  const user = await chooseFile()
  await upToCheck(user)
  await user.click(await button('Import 2 samples'))
  await waitFor(() => expect(requests.at(-1)?.path).toBe('apply'))
  expect(sessionStorage).not.toHaveLength(0)
  await user.click(screen.getByText('Receive'))
  await waitFor(() => expect(screen.queryByText(/Nothing is saved before/)).toBeNull())
  return { user, finish: () => apply.resolve(lines(imported)) }
}

test('the plan of a file is forgotten once it is imported, also when the page was left before', async () => {
  const { finish } = await leaveDuringImport()
  finish()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('what was chosen for a second file stays when the import of the first ends', async () => {
  emptyLab()
  const { user, finish } = await leaveDuringImport()
  await user.click(screen.getByText('Samples'))
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  await screen.findByText('Choose a CSV or Excel file, or drop it here')
  await user.upload(fileField(), new File(['Tube,What\nX-3,NB-3'], 'more.csv', { type: 'text/csv' }))
  await becomes(user, 'What', 'Name')
  const kept = Object.values(sessionStorage)
  expect(kept).toEqual([expect.stringContaining('more.csv')])
  finish()
  await screen.findByText('2 samples are in kits now')
  expect(Object.values(sessionStorage)).toEqual(kept)
})
