import { exportsApi } from '@lims/contract/exports.ts'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { server, serverRefuses } from '../../../test/server.ts'
import { ExportButton } from './export-button.tsx'
import { ManifestButton } from './manifest-button.tsx'

const saved: string[] = []
const requests: string[] = []

const aFile = (headers: Record<string, string> = {}) =>
  new HttpResponse('id', { headers: { 'content-type': 'text/csv; charset=utf-8', ...headers } })

beforeEach(() => {
  saved.length = 0
  requests.length = 0
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const respond = ({ request }: { request: Request }) => {
    const { pathname, search, searchParams } = new URL(request.url)
    requests.push(pathname + search)
    const name = `Nordic.${searchParams.get('format')}`
    return aFile({ 'content-disposition': `attachment; filename*=UTF-8''${name}` })
  }
  server.use(http.get('*/api/batches/manifest', respond), http.get('*/api/samples/export', respond))
})

test('BATCHD-05 Download Sample Manifest saves the CSV that the server names', async () => {
  const user = openScreen(<ManifestButton batchId="b1" />)
  await user.click(await screen.findByRole('button', { name: 'Download Sample Manifest' }))
  await waitFor(() => expect(saved).toEqual(['Nordic.csv']))
  expect(requests).toEqual(['/api/batches/manifest?id=b1&format=csv'])
})

test('the manifest is downloaded as an Excel workbook from its menu', async () => {
  const user = openScreen(<ManifestButton batchId="b1" />)
  await user.click(await screen.findByRole('button', { name: 'Formats of the manifest' }))
  await user.click(await screen.findByRole('menuitem', { name: 'As Excel workbook' }))
  await waitFor(() => expect(saved).toEqual(['Nordic.xlsx']))
})

test('an export sends the filters of the list, and only those that are set', async () => {
  const user = openScreen(<ExportButton filter={{ query: 'clear', status: 'RECEIVED', siteId: undefined }} />)
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'As CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(requests).toEqual(['/api/samples/export?query=clear&status=RECEIVED&format=csv'])
})

test('the notice of an export that failed closes once the same file is there', async () => {
  const message = 'The database is away'
  serverRefuses(exportsApi.samples, 503, { code: 'database-unavailable', message })
  const user = openScreen(<ExportButton filter={{}} />)
  const download = async (format: string) => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: format }))
  }
  await download('As CSV')
  const notice = await screen.findByText('Failed to export the samples')

  server.use(http.get('*/api/samples/export', () => aFile()))
  await download('As Excel workbook')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(notice).toBeVisible()
  await download('As CSV')
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test('the notice of an export that failed closes once the file is there, also if its page was left', async () => {
  serverRefuses(exportsApi.manifest, 503, { code: 'database-unavailable', message: 'The database is away' })
  const user = openScreen(<Visits />)
  await user.click(await screen.findByRole('button', { name: 'Download Sample Manifest' }))
  const notice = await screen.findByText('Failed to download the manifest')
  await user.click(screen.getByRole('button', { name: 'Another page' }))
  expect(notice).toBeVisible()

  server.use(http.get('*/api/batches/manifest', () => aFile()))
  await user.click(screen.getByRole('button', { name: 'Page of b2' }))
  await user.click(await screen.findByRole('button', { name: 'Download Sample Manifest' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(notice).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Page of b1' }))
  await user.click(await screen.findByRole('button', { name: 'Download Sample Manifest' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

/** The pages of two batches, which are opened one after the other. */
function Visits() {
  const [batchId, setBatchId] = useState<string | undefined>('b1')
  return (
    <>
      <button type="button" onClick={() => setBatchId(undefined)}>
        Another page
      </button>
      {['b1', 'b2'].map((id) => (
        <button key={id} type="button" onClick={() => setBatchId(id)}>
          Page of {id}
        </button>
      ))}
      {batchId && <ManifestButton key={batchId} batchId={batchId} />}
    </>
  )
}

test('the error of a refused export is shown, and nothing is saved', async () => {
  const message = 'These are more than the 50,000 samples that one Excel file may hold.'
  serverRefuses(exportsApi.samples, 400, { code: 'export-too-large', message })
  const user = openScreen(<ExportButton filter={{}} />)
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'As Excel workbook' }))
  expect(await screen.findByText('Failed to export the samples')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  expect(saved).toEqual([])
})
