import { fireEvent, screen } from '@testing-library/react'
import type { InputRef } from 'antd'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { ScanField } from './scan-field.tsx'

const severalCells = 'Paste only the column of the codes: a line has several cells. Nothing was sent.'

test.each([
  [1000, 1000, undefined],
  [1001, 0, 'At most 1,000 codes at once: these are 1,001. Nothing was sent.'],
])('of a pasted list of %i codes, %i are scans', async (pasted, expected, refusal) => {
  const scanned: string[] = []
  const user = openScreen(<ScanField field={createRef<InputRef>()} onScan={({ raw }) => scanned.push(raw)} />)
  await user.click(await screen.findByLabelText('Scan or enter identifier'))
  await user.paste(Array.from({ length: pasted }, (_, index) => `T${1_000_000 + index}`).join('\n'))
  expect(scanned).toHaveLength(expected)
  if (refusal) expect(await screen.findByText(refusal)).toBeVisible()
})

test.each([
  ['two columns', '101\t1\n102\t1'],
  ['a line with two cells', '101\t1'],
  ['two cells, the line of which ends in an unusual break', '101\t1\u2028'],
  ['one line with two cells among others', 'T0000001\n\tT0000002\t\nT0000003\tBlood'],
])('of a paste with %s nothing is a scan', async (_, pasted) => {
  const scanned: string[] = []
  const user = openScreen(<ScanField field={createRef<InputRef>()} onScan={({ raw }) => scanned.push(raw)} />)
  await user.click(await screen.findByLabelText('Scan or enter identifier'))
  await user.paste(pasted)
  expect(await screen.findByText(severalCells)).toBeVisible()
  await user.keyboard('{Enter}')
  expect(scanned).toEqual([])
})

test('lines in which nobody sees anything are no scans', async () => {
  const scanned: string[] = []
  const user = openScreen(<ScanField field={createRef<InputRef>()} onScan={({ raw }) => scanned.push(raw)} />)
  const field = await screen.findByLabelText('Scan or enter identifier')
  await user.click(field)
  await user.paste('T0000001\n\u200b\nT0000002')
  expect(scanned).toEqual(['T0000001', 'T0000002'])
  expect(screen.queryByText(/^Please scan/)).toBeNull()
  await user.paste('T0000003\n\u200b')
  expect(scanned).toHaveLength(2)
  await user.keyboard('{Enter}')
  expect(scanned.at(-1)).toBe('T0000003')
})

test.each(['\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'codes with the line break %j between them are pasted as two scans',
  async (lineBreak) => {
    const scanned: string[] = []
    const user = openScreen(
      <ScanField field={createRef<InputRef>()} onScan={({ raw }) => scanned.push(raw)} />,
    )
    await user.click(await screen.findByLabelText('Scan or enter identifier'))
    await user.paste(`101${lineBreak}1`)
    expect(scanned).toEqual(['101', '1'])
  },
)

test('tabs at the ends of the lines of a paste are dropped', async () => {
  const scanned: string[] = []
  const user = openScreen(<ScanField field={createRef<InputRef>()} onScan={({ raw }) => scanned.push(raw)} />)
  await user.click(await screen.findByLabelText('Scan or enter identifier'))
  await user.paste('T0000001\t\n\tT0000002')
  await user.paste('\tT0000003\t')
  await user.keyboard('{Enter}')
  expect(scanned).toEqual(['T0000001', 'T0000002', 'T0000003'])
})

test.each(['\t', '\u0085', '\u2028'])(
  'a text with %j that is dropped into the field is no code',
  async (sign) => {
    const scanned: string[] = []
    openScreen(<ScanField field={createRef<InputRef>()} onScan={({ raw }) => scanned.push(raw)} />)
    const field = await screen.findByLabelText('Scan or enter identifier')
    fireEvent.change(field, { target: { value: `101${sign}1` } })
    fireEvent.click(screen.getByRole('button', { name: 'Receive' }))
    expect(await screen.findByText(severalCells)).toBeVisible()
    expect(field).toHaveValue('')
    expect(scanned).toEqual([])
  },
)
