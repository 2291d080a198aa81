import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { serverAnswers } from '../../../../test/server.ts'
import { UploadReadings } from './upload-dialog.tsx'

test.each([
  [1, '1 was known. 1 was left out: another value is stored for the same time'],
  [2, '2 were known. 2 were left out: another value is stored for the same time'],
])('of a file with readings that are not new, %i is counted in a sentence', async (count, sentence) => {
  serverAnswers(temperaturesApi.post, {
    success: true,
    storageId: 3,
    added: 0,
    repeated: count,
    conflicting: count,
  })
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File(['Time;Temperature\n03.05.2026 14:05;-80,5\n'], 'logger.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  await user.click(await screen.findByRole('button', { name: 'Add readings' }))
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('a file whose dates can be read in two ways adds nothing, and says how to write them', async () => {
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File(['Time,Temperature\n11/05/2026 2:05 PM,-80.5\n'], 'logger.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  await waitFor(() =>
    expect(screen.getByText('It cannot be known which day 11/05/2026 2:05 PM is')).toBeVisible(),
  )
  expect(screen.getByText(/write the year first, such as 2026-11-05 14:05/)).toBeVisible()
  expect(
    screen.getByText('Add readings', { selector: '.ant-modal-footer *' }).closest('button'),
  ).toBeDisabled()
})

test('an Excel workbook is said to be no text file, in place of the lines that it would be read as', async () => {
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File(['PK\u0003\u0004\u0000\n\u0001\n'], 'logger.xlsx', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  expect(await screen.findByText('logger.xlsx is not a text file')).toBeVisible()
  expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument()
})
