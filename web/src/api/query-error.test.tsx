import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from './call-error.ts'
import { NextPageError, QueryError } from './query-error.tsx'

const badGateway = refusal(502, undefined)
const text = 'Something went wrong (HTTP error! status: 502)'

test('ERR-09 what is shown in place of data names the HTTP status of a failure without a message', () => {
  render(
    <QueryError title="The batches could not be loaded" query={{ error: badGateway, refetch: vi.fn() }} />,
  )
  expect(screen.getByText(text)).toBeVisible()
})

test('ERR-09 so does what is shown below a list whose next rows are missing', () => {
  render(<NextPageError title="More samples could not be loaded" failure={badGateway} onRetry={vi.fn()} />)
  expect(screen.getByText(text)).toBeVisible()
})

test('a message of the server stands alone', () => {
  const failure = refusal(503, { code: 'database-unavailable', message: 'The database does not respond' })
  render(<QueryError title="The batches could not be loaded" query={{ error: failure, refetch: vi.fn() }} />)
  expect(screen.getByText('The database does not respond')).toBeVisible()
})
