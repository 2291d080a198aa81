import { SampleStatus } from '@lims/contract/sample-status.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { statusSigns } from './status-sign.ts'
import { StatusTag } from './status-tag.tsx'

test('ENT-17 shows underscores as spaces, with the sign of the status', () => {
  render(<StatusTag status="SENT_TO_C2N" />)
  expect(screen.getByText('SENT TO C2N')).toHaveTextContent('➜SENT TO C2N')
})

test('every status has a sign of its own', () => {
  expect(new Set(SampleStatus.options.map((status) => statusSigns[status])).size).toBe(8)
})
