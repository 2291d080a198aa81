import { fireEvent, render, screen } from '@testing-library/react'
import { App, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { scannerKeys, typeInto } from '../../test/scanner-keys.ts'
import { ReasonText, takesLines } from '../ui/reason-text.tsx'
import { useScansInDialogs } from './use-scans-in-dialogs.ts'

const confirm = vi.fn()

beforeEach(() => {
  confirm.mockClear()
  render(
    <App>
      <Page />
    </App>,
  )
})

function Page() {
  const [reason, setReason] = useState('')
  useScansInDialogs()
  return (
    <>
      <Button>Outside</Button>
      <Modal open title="Is it not here?" onOk={confirm} okText="Report missing">
        <ReasonText
          aria-label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onPressEnter={confirm}
        />
        <Input aria-label="Name of the box" onPressEnter={confirm} />
        <Input.TextArea aria-label="Codes" onPressEnter={confirm} />
        <Input.TextArea aria-label="List of codes" {...takesLines} />
        <input
          role="combobox"
          aria-label="Box"
          aria-expanded={false}
          aria-controls="boxes"
          onKeyDown={confirm}
        />
      </Modal>
    </>
  )
}

const notice = (code: string) => screen.findByText(`${code} was not used`)

test('a code that is scanned into the reason confirms nothing and goes, and a notice names it', async () => {
  const reason = screen.getByLabelText('Reason')
  fireEvent.change(reason, { target: { value: 'The cell' } })
  const scanner = typeInto(reason, 'T0001230')
  expect(await notice('T0001230')).toBeInTheDocument()
  expect(reason).toHaveValue('The cell')
  expect(scanner.press({ key: 'Enter' })).toBe(false)
  expect(confirm).not.toHaveBeenCalled()
})

test("a scanner's Enter presses no button of a dialog", async () => {
  const button = screen.getByRole('button', { name: 'Report missing' })
  const scanner = scannerKeys(button)
  for (const letter of 'T0001230') scanner.character(letter)
  expect(scanner.press({ key: 'Enter' })).toBe(false)
  expect(await notice('T0001230')).toBeInTheDocument()
})

test.each(['AB 1234', 'A 12345', 'SAMPLE'])(
  'a scanned code with a space or without a digit presses no button of a dialog: %s',
  async (code) => {
    const scanner = scannerKeys(screen.getByRole('button', { name: 'Report missing' }), 20)
    for (const letter of code) {
      const isSpace = letter === ' '
      expect(scanner.character(letter)).toBe(!isSpace)
      // Firefox clicks when Space is released.
      if (isSpace) expect(scanner.release({ key: ' ' })).toBe(false)
    }
    expect(scanner.press({ key: 'Enter' })).toBe(false)
    expect(await notice(code)).toBeInTheDocument()
  },
)

test.each([
  ['Space', [' ']],
  ['Space twice', [' ', ' ']],
  ['Space for long', Array.from({ length: 20 }, () => ' ')],
  ['Enter after Space', [' ', 'Enter']],
])('a person presses a button of a dialog with %s', (_, keys) => {
  const person = scannerKeys(screen.getByRole('button', { name: 'Report missing' }), 30)
  for (const key of keys) expect(person.press({ key, code: key.replace(' ', 'Space') })).toBe(true)
  expect(person.release({ key: ' ' })).toBe(true)
  expect(person.press({ key: 'Enter' })).toBe(true)
})

test('a person who has typed beside a field presses the button with Space and Enter', () => {
  const person = scannerKeys(screen.getByRole('button', { name: 'Report missing' }), 90)
  for (const letter of 'AB ') expect(person.character(letter)).toBe(true)
  expect(person.release({ key: ' ' })).toBe(true)
  for (const letter of '1234') person.character(letter)
  expect(person.press({ key: 'Enter' })).toBe(true)
})

test('Space is typed into a field of a dialog at any speed', () => {
  const scanner = scannerKeys(screen.getByLabelText('Reason'))
  for (const letter of 'AB 1234') expect(scanner.character(letter)).toBe(true)
})

test.each([
  ['a person types a code', 'T0001230', 90],
  ['a text module writes words', 'It was not in the cell 4', 4],
  ['a text module writes a word', 'Haemolysed', 4],
])('when %s, Enter confirms', (_, text, gapMs) => {
  typeInto(screen.getByLabelText('Reason'), text, { gapMs })
  expect(confirm).toHaveBeenCalledOnce()
})

test.each(['Name of the box', 'Codes', 'Box'])('what takes codes has its scanned Enter: %s', (label) => {
  const scanner = scannerKeys(screen.getByLabelText(label))
  for (const letter of 'T0001230') scanner.character(letter)
  confirm.mockClear()
  expect(scanner.press({ key: 'Enter' })).toBe(true)
  expect(confirm).toHaveBeenCalledOnce()
})

test.each([
  ['the keyboard of the scanner', '-'],
  ['a Swedish keyboard', '+'],
  ['a German keyboard', 'ß'],
])('a code that is scanned on %s takes a line of a list', (_, typed) => {
  const list = screen.getByLabelText<HTMLTextAreaElement>('List of codes')
  fireEvent.change(list, { target: { value: 'T0001230\n' } })
  const scanner = scannerKeys(list)
  for (const letter of '7F9C') scanner.character(letter)
  scanner.press({ key: typed, code: 'Minus' })
  for (const letter of '24E8') scanner.character(letter)
  fireEvent.change(list, { target: { value: `T0001230\n7F9C${typed}24E8` } })
  expect(scanner.press({ key: 'Enter' })).toBe(false)
  expect(list.value).toBe(`T0001230\n7F9C-24E8\n`)
})

test("a scanner's Tab leaves no field of a dialog, a person's does", () => {
  const field = screen.getByLabelText('Reason')
  const scanner = scannerKeys(field)
  for (const letter of 'T0001230') scanner.character(letter)
  expect(scanner.press({ key: 'Tab' })).toBe(false)
  const person = scannerKeys(field, 1000)
  expect(person.press({ key: 'Tab' })).toBe(true)
})

test('outside of dialogs a button is pressed by Enter', () => {
  const scanner = scannerKeys(screen.getByText('Outside'))
  for (const letter of 'T0001230') scanner.character(letter)
  expect(scanner.press({ key: 'Enter' })).toBe(true)
})
