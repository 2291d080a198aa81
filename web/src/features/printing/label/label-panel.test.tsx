import { type GenerateLabelReply, labelsApi } from '@lims/contract/labels.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { addressOf, drawLabel } from './draw-label.ts'
import { LabelPanel } from './label-panel.tsx'

const { id } = aSample()
const labelData = '^XA^FO16,18^BQN,2,4,Q,7^FH_^FDQA,7F9C^FS^FO150,20^A0N,26,23^FH_^FDT0000042^FS^XZ'
const label: GenerateLabelReply = {
  labelData,
  data: { labelData },
  stock: { widthMm: 33, heightMm: 13, dpi: 300 },
}

/** A button that is loading contains another picture. */
const preview = { name: 'The label as it will print' }

const saved: { name: string; text: Promise<string> }[] = []
beforeEach(() => {
  saved.length = 0
  serverAnswers(printRunsApi.ofSample, { count: 0, now: new Date().toISOString(), prints: [] })
  let last = new Blob()
  URL.createObjectURL = (blob) => {
    last = blob as Blob
    return 'blob:label'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: last.text() })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('SAMPD-24 API-LABEL-01 API-LABEL-02 API-LABEL-03 generates the label and shows it as it will print', async () => {
  const requests = serverAnswers(labelsApi.generate, label)
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: 'Generate Label' }))

  const picture = await screen.findByRole('img', preview)
  expect(picture).toHaveAttribute('src', addressOf(drawLabel(label)))
  expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toContain('>T0000042</text>')
  expect(screen.getByText('33 × 13 mm, 300 dpi')).toBeVisible()
  expect(screen.queryByText(/may lack the characters/)).toBeNull()
  expect(requests[0]?.body).toEqual({
    uuid: id,
    entityType: 'sample',
    barcodeSpec: { type: 'QR', encoding: 'UTF-8', errorCorrection: 2 },
    labelFormat: 'ZPL',
    additionalInfo: `UUID ${id}`,
  })
})

test('the preview says that the printer may lack a character, and draws it as a box', async () => {
  const named = labelData.replace('T0000042', '_E6_97_A5')
  serverAnswers(labelsApi.generate, { ...label, labelData: named, data: { labelData: named } })
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: 'Generate Label' }))

  const picture = await screen.findByRole('img', preview)
  expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toContain('>□</text>')
  expect(screen.getByText(/may lack the characters shown as □/)).toBeVisible()
})

test('SAMPD-26 PRINT-18 downloads the ZPL, named with the id and the time, and generates it if necessary', async () => {
  serverAnswers(labelsApi.generate, label)
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: 'Download Label' }))

  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(
    new RegExp(`^${id}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}Z\\.zpl$`),
  )
  expect(await saved[0]?.text).toBe(labelData)
})

test('the file stays available to a browser that reads it only after the click', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  serverAnswers(labelsApi.generate, label)
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: 'Download Label' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(revoke).not.toHaveBeenCalled()
})

test('a label that was already generated is downloaded without generating it again', async () => {
  const requests = serverAnswers(labelsApi.generate, label)
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: 'Generate Label' }))
  await screen.findByRole('img', preview)
  await user.click(screen.getByRole('button', { name: 'Download Label' }))

  await waitFor(() => expect(saved).toHaveLength(1))
  expect(requests).toHaveLength(1)
})

/** The page of a sample that can be renamed. */
function Page() {
  const [name, setName] = useState('NB-1')
  return (
    <>
      <button type="button" onClick={() => setName('NB-2')}>
        Rename
      </button>
      <LabelPanel sampleId={id} content={name} />
    </>
  )
}

test('a label of a sample that was renamed since is neither shown nor downloaded', async () => {
  const requests = serverAnswers(labelsApi.generate, label)
  const user = openScreen(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Generate Label' }))
  await screen.findByRole('img', preview)
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  expect(screen.queryByRole('img', preview)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Download Label' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(requests).toHaveLength(2)
})

test.each([
  ['ERR-43', 'Generate Label', 'Failed to generate label'],
  ['ERR-45', 'Download Label', 'Failed to download label'],
])('%s an error of %s is shown with its reason', async (_row, button, title) => {
  serverRefuses(labelsApi.generate, 404, { code: 'sample-not-found', message: 'Sample not found' })
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: button }))

  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText('Sample not found')).toBeVisible()
  expect(saved).toEqual([])
})

test('a label that cannot be drawn can still be downloaded', async () => {
  serverAnswers(labelsApi.generate, { ...label, labelData: '^XA^FDanother^FS^XZ' })
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByRole('button', { name: 'Generate Label' }))
  expect(await screen.findByText('The label cannot be shown here. It can still be downloaded.')).toBeVisible()
})
