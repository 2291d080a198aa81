import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { compose } from '../../../test/compose.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { scannerKeys } from '../../../test/scanner-keys.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { ReceiveScreen } from './receive-screen.tsx'

const identifier = () => screen.getByLabelText('Scan or enter identifier')
const notes = () => screen.getByLabelText('Notes (optional), saved with every tube until cleared')

beforeEach(() => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
})

async function open() {
  const requests = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  openScreen(<ReceiveScreen />)
  await screen.findByLabelText('Scan or enter identifier')
  return { requests, received: () => identifiersOf(requests) }
}

const identifiersOf = (requests: readonly { body: unknown }[]) =>
  requests.map(({ body }) => (body as { identifier: string }).identifier)

test.each([
  ['Windows', { isNamed: false }],
  ['a Mac', { isNamed: true }],
])('a code that is scanned while an input method is on is received: on %s', async (_, { isNamed }) => {
  const { received, requests } = await open()
  for (const code of ['T0001230', 'S/2026/01']) {
    const text = code.replaceAll('/', '・').replaceAll(/\d/g, '０').replace('T', 'ｔ').replace('S', 'ｓ')
    const { press, end } = compose(identifier(), code, { isNamed, text })
    press('Enter', 'Enter', true)
    end()
    expect(identifier()).toHaveValue('')
  }
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(received()).toEqual(['T0001230', 'S/2026/01'])
})

test('Safari ends the composition before the Enter of the scanner: the code is received', async () => {
  const { received, requests } = await open()
  const { press, end } = compose(identifier(), 'T0001230', { isNamed: true, text: 'ｔ０００１２３０' })
  end()
  press('Enter', 'Enter', false)
  expect(identifier()).toHaveValue('')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(received()).toEqual(['T0001230'])
})

test('the second Enter of a scanner, after the composition, is no empty scan', async () => {
  const { received, requests } = await open()
  const { press, end, keys } = compose(identifier(), 'T0001230', { text: 'ｔ０００１２３０' })
  press('Enter', 'Enter', true)
  end()
  keys.press({ key: 'Enter', code: 'Enter', keyCode: 13 })
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(received()).toEqual(['T0001230'])
  expect(screen.queryByText('Please scan or enter a sample identifier')).not.toBeInTheDocument()
})

test('a code of which the input method took only the first letter is received as a whole', async () => {
  await open()
  const requests = serverRefuses(samplesApi.receive, 404, { code: 'sample-not-found', message: 'Not found' })
  const { end, keys } = compose(identifier(), 'T0', { text: 'ㅆ0' })
  end()
  for (const digit of '001230') keys.character(digit)
  fireEvent.change(identifier(), { target: { value: 'ㅆ0001230' } })
  keys.press({ key: 'Enter', code: 'Enter', keyCode: 13 })
  await waitFor(() => expect(identifiersOf(requests)).toEqual(['ㅆ0001230', 'T0001230']))
})

test('into the notes, too, and they stay as they were', async () => {
  const { received } = await open()
  fireEvent.change(notes(), { target: { value: 'broken' } })
  const { end, keys } = compose(notes(), 'T0', { text: 'ㅆ0' })
  end()
  for (const digit of '001230') keys.character(digit)
  keys.press({ key: 'Enter', code: 'Enter', keyCode: 13 })
  await waitFor(() => expect(received()).toEqual(['T0001230']))
  expect(notes()).toHaveValue('broken')
})

test.each([
  ['Windows', false, true],
  ['a Mac', true, true],
  ['Safari', true, false],
])(
  'a code of which the input method took all keys is received from the notes, and they stay as they were: %s',
  async (_, isNamed, isComposing) => {
    const { received } = await open()
    fireEvent.change(notes(), { target: { value: 'broken' } })
    notes().focus()
    for (const code of ['T0001230', 'T0001231']) {
      const text = code.replaceAll(/\d/g, '０').replace('T', 'ｔ')
      const { press, end } = compose(notes(), code, { isNamed, text })
      if (!isComposing) end()
      press('Enter', 'Enter', isComposing)
      if (isComposing) {
        end()
        // As Firefox does.
        fireEvent.change(notes(), { target: { value: `${text}。` } })
      }
      await waitFor(() => expect(notes()).toHaveValue('broken'))
      expect(identifier()).toHaveFocus()
    }
    await waitFor(() => expect(received()).toEqual(['T0001230', 'T0001231']))
  },
)

test('a word of the notes that goes on after Enter is no code', async () => {
  const { requests } = await open()
  notes().focus()
  const { press, end } = compose(notes(), 'T0001230', { text: 'ｔ０００１２３０' })
  press('Enter', 'Enter', true)
  press('a', 'KeyA', true)
  end()
  await new Promise((resolve) => setTimeout(resolve))
  expect(requests).toHaveLength(0)
  expect(notes()).toHaveFocus()
  expect(notes()).toHaveValue('ｔ０００１２３０')
})

test.each([
  ['Chromium', true],
  ['Safari', false],
])("a person's Enter takes the word, and nothing is sent: %s", async (_, isComposing) => {
  const { requests } = await open()
  const { press, end } = compose(identifier(), 'KENTAI', { isNamed: true, text: '検体', gapMs: 120 })
  if (!isComposing) end()
  press('Enter', 'Enter', isComposing)
  if (isComposing) end()
  expect(identifier()).toHaveValue('検体')
  expect(requests).toHaveLength(0)
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'the Enter that takes a word of an input method stays in the notes: %o',
  async (form) => {
    await open()
    notes().focus()
    fireEvent.change(notes(), { target: { value: '破損' } })
    fireEvent.keyDown(notes(), { key: 'Enter', ...form })
    expect(notes()).toHaveFocus()
    fireEvent.keyDown(notes(), { key: 'Enter', keyCode: 13 })
    expect(identifier()).toHaveFocus()
  },
)

test('a code that is scanned into a word of an Android keyboard in the notes is taken', async () => {
  const { received } = await open()
  notes().focus()
  fireEvent.change(notes(), { target: { value: 'broken' } })
  fireEvent.compositionStart(notes())
  const keys = scannerKeys(notes())
  for (const [index, letter] of [...'T0001230'].entries()) {
    keys.press({ key: letter, isComposing: true })
    fireEvent.change(notes(), { target: { value: `broken${'T0001230'.slice(0, index + 1)}` } })
  }
  keys.press({ key: 'Enter', code: 'Enter', keyCode: 13, isComposing: true })
  await waitFor(() => expect(received()).toEqual(['T0001230']))
  expect(notes()).toHaveValue('broken')
  expect(identifier()).toHaveFocus()
})

test('the Enter of an Android keyboard, which composes every word, sends the code that was typed', async () => {
  const { received } = await open()
  fireEvent.compositionStart(identifier())
  fireEvent.change(identifier(), { target: { value: 'T0000007' } })
  fireEvent.keyDown(identifier(), { key: 'Enter', code: '', keyCode: 13, isComposing: true })
  fireEvent.compositionEnd(identifier())
  await waitFor(() => expect(received()).toEqual(['T0000007']))
  expect(identifier()).toHaveValue('')
})
