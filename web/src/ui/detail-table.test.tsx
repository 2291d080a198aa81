import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DetailTable } from './detail-table.tsx'

const show = (value: string | null) =>
  render(<DetailTable label="Batch" rows={[{ label: 'Source', value }]} />)

test('VALID-36 a value that looks like a web address is a link', () => {
  show('https://data.example/run-1')
  const link = screen.getByRole('link', { name: 'https://data.example/run-1' })
  expect(link).toHaveAttribute('href', 'https://data.example/run-1')
  expect(link).toHaveAttribute('rel', 'noreferrer')
})

test.each(['javascript:alert(1)', 's3://bucket/file', 'see https://data.example', '<b>x</b>'])(
  "'%s' stays text",
  (value) => {
    show(value)
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.getByText(value)).toBeVisible()
  },
)

test('a missing value is a dash', () => {
  show(null)
  expect(screen.getByText('—')).toBeVisible()
})
