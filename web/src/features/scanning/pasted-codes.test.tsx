import { screen } from '@testing-library/react'
import type { InputRef } from 'antd'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { ScanField } from './scan-field.tsx'

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
