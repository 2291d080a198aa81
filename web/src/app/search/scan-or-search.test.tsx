import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeletedSample } from '@lims/contract/deletions.ts'
import { findApi } from '@lims/contract/find.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compose } from '../../../test/compose.ts'
import { emptyLab } from '../../../test/empty-lab.ts'
import { fakeCamera } from '../../../test/fake-camera.ts'
import { aFoundBatch, aFoundSample, aFoundStorage, aFoundSubject, nothingFound } from '../../../test/found.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { scannerKeys, typeInto } from '../../../test/scanner-keys.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const field = () => screen.findByRole('combobox', { name: 'Scan or search' })

beforeEach(() => {
  emptyLab()
  signIn()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a scanned tube ID goes straight to its sample, in any case', async () => {
  const sample = aFoundSample({ alias: 'T0001230' })
  const requests = serverAnswers(findApi.find, {
    ...nothingFound,
    samples: [sample],
    exactSampleId: sample.id,
  })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), ' t0001230{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
  expect(requests.map(({ query }) => query)).toContainEqual({ query: 't0001230' })
  expect(await field()).toHaveValue('')
})

test('a scanner that ends its codes with Tab opens the sample; the Tab of a person moves on', async () => {
  const sample = aFoundSample({ alias: 'T0001230' })
  const found = { ...nothingFound, samples: [sample], exactSampleId: sample.id }
  serverAnswers(findApi.find, found)
  const { place } = openAddress('/dashboard')
  const search = await field()
  search.focus()
  const scanner = scannerKeys(search)
  for (const letter of 'T0001230') scanner.character(letter)
  fireEvent.change(search, { target: { value: 'T0001230' } })
  expect(scanner.press({ key: 'Tab' })).toBe(false)
  expect(scanner.press({ key: 'Tab' })).toBe(false)
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))

  const person = scannerKeys(await field(), 200)
  for (const letter of 'T0001230') person.character(letter)
  expect(person.press({ key: 'Tab' })).toBe(true)
})

test.each([
  ['Windows', false, true],
  ['a Mac', true, true],
  ['Safari', true, false],
])(
  'a code that is scanned while an input method is on goes straight to its sample: %s',
  async (_, isNamed, isComposing) => {
    const sample = aFoundSample({ alias: 'T0001230' })
    const found = { ...nothingFound, samples: [sample], exactSampleId: sample.id }
    serverAnswers(findApi.find, ({ query }) => (query.query === 'T0001230' ? found : nothingFound))
    const { place } = openAddress('/dashboard')
    const search = await field()
    search.focus()
    const { press, end } = compose(search, 'T0001230', { isNamed, text: 'ｔ０００１２３０' })
    if (!isComposing) end()
    press('Enter', 'Enter', isComposing)
    if (isComposing) {
      end()
      // As Firefox does.
      fireEvent.change(search, { target: { value: 'ｔ０００１２３０。' } })
    }
    await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
    expect(await field()).toHaveValue('')
  },
)

test('a scanned id goes straight to its sample, in any case', async () => {
  const sample = aFoundSample()
  serverAnswers(findApi.find, { ...nothingFound, samples: [sample], exactSampleId: sample.id })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), `${sample.id.toUpperCase()}{Enter}`)
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
})

test.each([
  ['on a Swedish keyboard', '+', ''],
  ['on a German keyboard', 'ß', ''],
  ['with the prefix of a scanner', '-', ']Q1'],
])('a label that is scanned %s, with two Enters, goes straight to its sample', async (_, dash, prefix) => {
  const sample = aFoundSample()
  const found = { ...nothingFound, samples: [sample], exactSampleId: sample.id }
  serverAnswers(findApi.find, ({ query }) => (query.query === sample.id.toUpperCase() ? found : nothingFound))
  const { place } = openAddress('/dashboard')
  const search = await field()
  search.focus()
  const code = `${prefix}${sample.id.toUpperCase()}`
  const scanner = scannerKeys(search)
  for (const letter of code) {
    if (letter === '-') scanner.press({ key: dash, code: 'Minus' })
    else if (letter === ']') scanner.press({ key: ']', code: 'BracketRight' })
    else scanner.character(letter)
  }
  fireEvent.change(search, { target: { value: code.replaceAll('-', dash) } })
  scanner.press({ key: 'Enter' })
  scanner.press({ key: 'Enter' })
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
  expect(await field()).toHaveValue('')
})

test('a code that is another sample on the keyboard of the scanner offers both and opens neither', async () => {
  const [one, other] = [
    aFoundSample({ alias: 'Z0001230' }),
    aFoundSample({ id: crypto.randomUUID(), alias: 'Y0001230' }),
  ]
  const requests = serverAnswers(findApi.find, ({ query }) => {
    const sample = query.query === 'Z0001230' ? one : other
    return { ...nothingFound, samples: [sample], exactSampleId: sample.id }
  })
  const { place } = openAddress('/dashboard')
  const search = await field()
  search.focus()
  const scanner = scannerKeys(search)
  scanner.press({ key: 'Z', code: 'KeyY', shiftKey: true })
  for (const letter of '0001230') scanner.character(letter)
  fireEvent.change(search, { target: { value: 'Z0001230' } })
  scanner.press({ key: 'Enter' })
  const both = within(await screen.findByRole('group', { name: 'This scan can be either of these' }))
  expect(both.getAllByRole('option')).toHaveLength(2)
  expect(requests.map(({ query }) => query)).toContainEqual({ query: 'Y0001230' })
  const person = typeInto(search, '', { value: 'Z0001230', gapMs: 5000 })
  expect(both.getByRole('option', { name: /Y0001230/ })).toBeVisible()
  expect(place()).toBe('/dashboard')

  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) person.press({ key })
  await waitFor(() => expect(place()).toBe(`/samples/${other.id}`))
})

const hex = '0123456789ABCDEF0123456789ABCDEF'

test.each([
  ['as a whole', hex],
  ['as a UUID', '01234567-89AB-CDEF-0123-456789ABCDEF'],
])('a text that is a tube ID %s goes straight to its sample', async (_, tubeId) => {
  const sample = aFoundSample({ alias: tubeId })
  const found = { ...nothingFound, samples: [sample], exactSampleId: sample.id }
  serverAnswers(findApi.find, ({ query }) => (query.query === tubeId ? found : nothingFound))
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), `${hex}{Enter}`)
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
})

const aDeleted = (alias: string): DeletedSample => ({
  deletionId: crypto.randomUUID(),
  sampleId: crypto.randomUUID(),
  name: 'NB-P004-EDTA-2',
  alias,
  deletedWith: 'sample',
  deletedAt: '2026-11-20T07:59:00.000Z',
  deletedByName: 'Bo Chen',
})

test('a deleted sample whose tube ID is the whole text leads to its page', async () => {
  const deleted = aDeleted(hex)
  serverAnswers(findApi.find, ({ query }) => ({
    ...nothingFound,
    deleted: query.query === hex ? deleted : null,
  }))
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), hex)
  await user.click(await screen.findByRole('option', { name: /^NB-P004-EDTA-2/ }))
  await waitFor(() => expect(place()).toBe(`/samples/${deleted.sampleId}`))
})

test('a sample with the tube ID in a text comes before a deleted one with the whole text', async () => {
  const [whole, tubeId] = ['(01)04012345678901(21)T0000123', 'T0000123']
  const sample = aFoundSample({ alias: tubeId })
  const found = { ...nothingFound, samples: [sample], exactSampleId: sample.id }
  const deleted = { ...nothingFound, deleted: aDeleted(whole) }
  serverAnswers(findApi.find, ({ query }) => (query.query === tubeId ? found : deleted))
  const { user, place } = openAddress('/dashboard')
  await user.click(await field())
  await user.paste(whole)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
})

test('a text that holds an identifier is reported as that, if it is found neither so nor as a whole', async () => {
  const requests = serverAnswers(findApi.find, nothingFound)
  const { user } = openAddress('/dashboard')
  const search = await field()
  await user.click(search)
  await user.paste('(01)04012345678901(21)T0000123')
  expect(await screen.findByText("No results for 'T0000123'", { selector: 'div' })).toBeVisible()
  expect(requests.map(({ query }) => query.query)).toEqual(['(01)04012345678901(21)T0000123', 'T0000123'])
})

test('a text finds samples and batches, and choosing one opens it', async () => {
  const batch = aFoundBatch({ name: 'Nordic study 4' })
  const samples = [aFoundSample({ name: 'NOR-1' })]
  serverAnswers(findApi.find, { ...nothingFound, samples, moreSamples: true, batches: [batch] })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'nor{Enter}')

  await waitFor(() => expect(screen.getByText('NOR', { selector: 'mark' })).toBeVisible())
  expect(screen.getByRole('option', { name: /NOR-1/ })).toBeVisible()
  expect(screen.getByText('All samples that match…')).toBeVisible()
  await user.click(screen.getByRole('option', { name: /^Nordic study 4/ }))
  await waitFor(() => expect(place()).toBe(`/batches/${batch.id}`))
})

test('more samples of several words are said to be there, though no list shows them', async () => {
  const samples = [aFoundSample({ name: 'MEM-LU-A-1' })]
  serverAnswers(findApi.find, { ...nothingFound, samples, moreOfWords: true })
  const { user } = openAddress('/dashboard')
  await user.type(await field(), 'mem a')
  expect(await screen.findByText(/^More samples contain all these words/, { selector: 'div' })).toBeVisible()
  expect(screen.getByText('1 result. More samples contain', { exact: false }).parentElement).toHaveRole(
    'status',
  )
  expect(screen.queryByText('All samples that match…')).toBeNull()
})

test('all storages that match are offered where there are more, also after go to', async () => {
  serverAnswers(findApi.find, { ...nothingFound, storages: [aFoundStorage()], moreStorages: true })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'csf')
  await user.click(await screen.findByText('All storages that match…'))
  await waitFor(() => expect(place()).toBe('/storage?query=csf'))
  await user.type(await field(), 'go to csf')
  await user.click(await screen.findByText('All storages that match…'))
  await waitFor(() => expect(place()).toBe('/storage?query=csf'))
})

test('a subject finds its samples, in any batch and under any name', async () => {
  const named = aFoundSample({ name: 'P001-EDTA-1' })
  const other = aFoundSample({ id: crypto.randomUUID(), name: 'Aliquot 7' })
  serverAnswers(findApi.find, {
    ...nothingFound,
    samples: [named],
    samplesOfSubject: [other],
    subjects: [aFoundSubject({ subjectId: 'P001' })],
  })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'P001{Enter}')
  await waitFor(() => expect(screen.getByText('Aliquot 7')).toBeVisible())
  expect(screen.getAllByRole('option', { name: /P001-EDTA-1/ })).toHaveLength(1)
  expect(screen.getByText('Subject P001')).toBeVisible()
  await user.click(screen.getByText('All samples of this subject…'))
  await waitFor(() => expect(place()).toContain('subjectId=P001'))
})

test('a storage is found by its name, and its grid opened', async () => {
  const requests = serverAnswers(findApi.find, { ...nothingFound, storages: [aFoundStorage({ id: 7 })] })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'csf{Enter}')
  await waitFor(() => expect(screen.getByText('Lund A › B4')).toBeVisible())
  expect(requests.at(-1)?.query).toEqual({ query: 'csf' })
  await user.click(screen.getByRole('option', { name: /CSF box 3/ }))
  await waitFor(() => expect(place()).toBe('/storage/7/enhanced'))
})

test('the arrow keys move through the results, and Escape closes them', async () => {
  const samples = [aFoundSample({ name: 'NOR-1' }), aFoundSample({ id: crypto.randomUUID(), name: 'NOR-2' })]
  serverAnswers(findApi.find, { ...nothingFound, samples })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'nor{Enter}')
  await screen.findByRole('option', { name: /NOR-2/ })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).not.toBeInTheDocument()

  await user.keyboard('{Enter}')
  await screen.findByRole('option', { name: /NOR-2/ })
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('option', { name: /NOR-2/ })).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { name: /NOR-1/ })).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${samples[1]?.id}`))
})

test('the list of results ends above the on-screen keyboard, so that its last result can be scrolled into sight', async () => {
  const viewport = Object.assign(new EventTarget(), { height: 664, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  serverAnswers(findApi.find, { ...nothingFound, samples: [aFoundSample({ name: 'NOR-1' })] })
  const { user } = openAddress('/dashboard')
  await user.type(await field(), 'nor')
  const panel = (await screen.findByRole('listbox', { name: 'Results' })).parentElement
  expect(panel).toHaveStyle({ '--visible-height': '664px' })
  act(() => {
    viewport.height = 402
    viewport.dispatchEvent(new Event('resize'))
  })
  expect(panel).toHaveStyle({ '--visible-height': '402px' })
  const css = readFileSync(join(import.meta.dirname, 'hit-list.module.css'), 'utf8')
  const heights = css.match(/max-height: .*/g) ?? []
  expect(heights.map((height) => height.includes('calc(var(--visible-height, 100dvh) - '))).toEqual([
    true,
    true,
  ])
})

// Safari before 27 sends the second form: the word is taken before the key.
test.each([
  ['Chromium', { isComposing: true }],
  ['Safari', { keyCode: 229 }],
])('the Enter that takes a word of an input method searches nothing: %s', async (_, form) => {
  const requests = serverAnswers(findApi.find, nothingFound)
  openAddress('/dashboard')
  const search = await field()
  fireEvent.change(search, { target: { value: '試' } })
  fireEvent.keyDown(search, { key: 'Enter', ...form })
  fireEvent.change(search, { target: { value: '試験' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(await screen.findByText("No results for '試験'", { selector: 'div' })).toBeInTheDocument()
  // On a busy computer it is searched for while one types, and with Enter.
  expect(new Set(requests.map(({ query }) => query.query))).toEqual(new Set(['試験']))
})

test('a text without a match is reported, in a region that was there before, and again if it is scanned again', async () => {
  const { user } = openAddress('/dashboard')
  const regions = within((await field()).closest('search') as HTMLElement).getAllByRole('status')
  await user.type(await field(), 'nothing{Enter}')
  await waitFor(() => expect(screen.getByText("No results for 'nothing'", { selector: 'div' })).toBeVisible())
  expect(regions.map(({ textContent }) => textContent)).toEqual(["No results for 'nothing'"])

  const words = regions[0]?.firstElementChild
  await user.keyboard('{Enter}')
  await waitFor(() => expect(regions[0]?.firstElementChild).not.toBe(words))
  expect(regions[0]).toHaveTextContent("No results for 'nothing'")
})

test('a search that fails is shown', async () => {
  const { user } = openAddress('/dashboard')
  await screen.findByText('Total Samples')
  serverRefuses(findApi.find, 503, { code: 'database-unavailable', message: 'The database is down.' })
  await user.type(await field(), 'x{Enter}')
  expect(await screen.findByText('The search failed')).toBeVisible()
})

test('the notice of a scan that failed closes once its text is searched for by hand', async () => {
  openAddress('/dashboard')
  await screen.findByText('Total Samples')
  serverRefuses(findApi.find, 503, { code: 'database-unavailable', message: 'The database is down.' })
  const search = await field()
  search.focus()
  typeInto(search, 'T0001230', { value: 'T0001230' })
  const notice = await screen.findByText('The search failed')
  serverAnswers(findApi.find, nothingFound)
  typeInto(search, 'T0001230', { value: 'T0001230', gapMs: 90 })
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test('Ctrl+K does not lead out of an open dialog', async () => {
  const { user } = openAddress('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Account of Ada Lindqvist' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
  const choice = within(await screen.findByRole('dialog')).getByRole('checkbox')
  choice.focus()
  await user.keyboard('{Control>}k{/Control}')
  expect(choice).toHaveFocus()
})

test.each(['/', '{Control>}k{/Control}'])('%s leads to the field from anywhere', async (key) => {
  const { user } = openAddress('/dashboard')
  await field()
  await user.keyboard(key)
  expect(await field()).toHaveFocus()
  expect(await field()).toHaveValue('')
})

test('a code from the camera that is not a sample shows similar results, for the arrow keys', async () => {
  const { seen, running } = fakeCamera()
  seen.code = 'NOR'
  serverAnswers(findApi.find, { ...nothingFound, samples: [aFoundSample({ name: 'NOR-1' })] })
  const { user } = openAddress('/dashboard')
  await user.click(await screen.findByLabelText('Scan with the camera'))
  await waitFor(() => expect(screen.getByRole('option', { name: /NOR-1/ })).toBeVisible())
  await waitFor(async () => expect(await field()).toHaveFocus())
  expect(await field()).toHaveValue('NOR')
  expect(running.size).toBe(0)
})

test('an id that was pasted with the hyphens of an e-mail opens its sample', async () => {
  const sample = aFoundSample()
  const found = { ...nothingFound, samples: [sample], exactSampleId: sample.id }
  serverAnswers(findApi.find, ({ query }) => (query.query === sample.id ? found : nothingFound))
  const { user, place } = openAddress('/dashboard')
  await user.click(await field())
  await user.paste(sample.id.replaceAll('-', '\u2011'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
})

test('a code of another form from the camera opens its sample, as from a scanner', async () => {
  const { seen } = fakeCamera()
  const sample = aFoundSample({ alias: 'T0001230' })
  serverAnswers(findApi.find, ({ query }) =>
    query.query?.toUpperCase() === 'T0001230'
      ? { ...nothingFound, samples: [sample], exactSampleId: sample.id }
      : nothingFound,
  )
  // GS1: the product, a serial number and, after the group separator, a lot.
  seen.code = '011234567890123121T0001230\u001d10LOT7'
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByLabelText('Scan with the camera'))
  await waitFor(() => expect(place()).toBe(`/samples/${sample.id}`))
})

test("'/' inside a field is a letter", async () => {
  const { user } = openAddress('/dashboard')
  await user.type(await field(), 'a/b')
  expect(await field()).toHaveValue('a/b')
})
