import { type BatchLabel, labelsPerPage, printRunsApi } from '@lims/contract/print-runs.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aSample } from '../../../../test/records.ts'
import { server, serverAnswers } from '../../../../test/server.ts'
import { sendersOf, signIn } from '../../../../test/session-token.ts'
import { LabelFilesButton } from './label-files-button.tsx'

const labelOf = (number: number): BatchLabel => ({
  sampleId: `7f9c24e8-3b1a-4d0e-9c55-${String(number).padStart(12, '0')}`,
  sampleName: `NB-${number}`,
  tubeId: `T${number}`,
  labelData: `^XA^FDT${number}^FS^XZ`,
})
const labels = Array.from({ length: labelsPerPage + 5 }, (_, index) => labelOf(index + 1))
const stock = { widthMm: 50, heightMm: 25, dpi: 203 }
const batch = { id: '7f9c24e8-3b1a-4d0e-9c55-000000000000', name: 'NB', numSamples: labels.length }
const [first, last] = [labels.slice(0, labelsPerPage), labels.slice(labelsPerPage)]

test.each([
  ['deleted', last.slice(1), labels.length - 1],
  ['moved into the batch', [...first.slice(-1), ...last], labels.length + 1],
])('no file of labels is made of a batch if a sample is %s while they are read', async (_, rest, total) => {
  const requested = serverAnswers(printRunsApi.batchLabels, ({ query }) => {
    const isFirst = query.pageNumber === '0'
    return isFirst
      ? { labels: first, totalLabels: labels.length, stock }
      : { labels: rest, totalLabels: total, stock }
  })
  const user = openScreen(<LabelFilesButton batch={batch} />)
  await user.click(await screen.findByRole('button', { name: 'Label files' }))
  await user.click(await screen.findByText('Download all labels (ZPL)'))
  expect(await screen.findByText(/^The batch has changed while its labels were read/)).toBeVisible()
  expect(requested).toHaveLength(2)
})

test('no file of labels is made if one sample is deleted and one is added while they are read', async () => {
  const added = labelOf(labels.length + 1)
  const remaining = [...labels.slice(1), added]
  serverAnswers(printRunsApi.batchLabels, ({ query }) => ({
    labels: query.pageNumber === '0' ? first : remaining.slice(labelsPerPage),
    totalLabels: labels.length,
    stock,
  }))
  const listed = serverAnswers(sampleBulkApi.matching, {
    samples: remaining.map(({ sampleId, sampleName, tubeId }) =>
      aSample({ id: sampleId, name: sampleName, alias: tubeId }),
    ),
  })
  const user = openScreen(<LabelFilesButton batch={batch} />)
  await user.click(await screen.findByRole('button', { name: 'Label files' }))
  await user.click(await screen.findByText('Download all labels (ZPL)'))
  expect(await screen.findByText(/^The batch has changed while its labels were read/)).toBeVisible()
  expect(listed[0]?.query).toEqual({ batchId: batch.id })
})

test.each(['Download all labels (ZPL)', 'Download label sheet (PDF, A4)'])(
  "'%s' is recorded in the name of the person who has pressed it, whoever is signed in by then",
  async (item) => {
    signIn()
    const requested = serverAnswers(printRunsApi.batchLabels, { labels: [], totalLabels: 1, stock })
    const user = openScreen(<LabelFilesButton batch={batch} />)
    await user.click(await screen.findByRole('button', { name: 'Label files' }))
    const entry = await screen.findByText(item)
    act(() => {
      fireEvent.click(entry)
      signIn({ sub: 'bo', name: 'Bo Chen' })
    })
    await waitFor(() => expect(sendersOf(requested)).toEqual(['ada']))
  },
)

test('Cancel ends a label sheet also while its labels are still being read', async () => {
  const reply = Promise.withResolvers<void>()
  const respond = () => reply.promise.then(() => HttpResponse.json({ labels, totalLabels: 5, stock }))
  server.use(http.get(`*/api${printRunsApi.batchLabels.path}`, respond))
  const user = openScreen(<LabelFilesButton batch={batch} />)
  await user.click(await screen.findByRole('button', { name: 'Label files' }))
  await user.click(await screen.findByText('Download label sheet (PDF, A4)'))
  await screen.findByRole('dialog', { name: 'Drawing the labels' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  reply.resolve()
  expect(screen.queryByText('Failed to create the label sheet')).not.toBeInTheDocument()
})
