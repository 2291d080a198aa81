import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverHas } from '../../../test/open-storage.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { formatInstant } from '../../ui/format-instant.ts'

beforeEach(() => void signIn())

test('STORD-01 STORD-02 STORD-03 shows every field, then the parent as a link, then the metadata', async () => {
  const metadata = { ...aStorage().metadata, maker: 'Thermo' }
  serverAnswers(storageApi.get, {
    storage: aStorage({ parentID: 2, parentAlias: 'Rack A', position: 'B4', metadata }),
  })
  openAddress('/storage/3')
  const table = within(await screen.findByRole('table', { name: 'Storage' }))
  const made = formatInstant(metadata.createdAt)
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ID3',
    'AliasBox 03',
    'TypeBox',
    'Capacity100',
    'Cells in use60 of 10060 %',
    'Rows10',
    'Columns10',
    'Row Prefix1',
    'Column PrefixA',
    'PositionB4',
    'Version1',
    'Parent StorageRack A',
    `Created at${made}`,
    `Updated at${made}`,
    'MakerThermo',
  ])
  expect(table.getByRole('link', { name: 'Rack A' })).toHaveAttribute('href', '/storage/2')
})

test('the page with all fields says under its name what the page with the grid says there', async () => {
  const inRack = { parentID: 2, parentAlias: 'Rack A', position: 'B4', effectiveTemperatureC: -80 }
  serverAnswers(storageApi.get, { storage: aStorage(inRack) })
  openAddress('/storage/3')
  const header = (await screen.findByRole('heading', { name: 'Box 03' })).closest('header') as HTMLElement
  expect(header).toHaveTextContent('Box · 10 × 10 · −80 °C · position B4 in Rack A')
  expect(within(header).getByRole('link', { name: 'B4' })).toHaveAttribute(
    'href',
    '/storage/2/enhanced?cell=B4',
  )
})

test('the details of a storage and its grid have different titles in the tab of the browser', async () => {
  serverHas([{ storage: aStorage(), occupancy: [] }])
  const { user } = openAddress('/storage/3')
  expect(await screen.findByRole('heading', { level: 1, name: 'Box 03' })).toBeVisible()
  expect(document.title).toBe('Details of Box 03 · LIMS')
  await user.click(screen.getByRole('link', { name: 'Enhanced View' }))
  await waitFor(() => expect(document.title).toBe('Box 03 · LIMS'))
})

test('STORD-04 Enhanced View opens the grid', async () => {
  serverAnswers(storageApi.get, { storage: aStorage() })
  openAddress('/storage/3')
  expect(await screen.findByRole('link', { name: 'Enhanced View' })).toHaveAttribute(
    'href',
    '/storage/3/enhanced',
  )
})

test("ERR-47 ERR-55 shows 'No storage found.' for a storage that does not exist", async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  openAddress('/storage/77')
  expect(await screen.findByText('No storage found.')).toBeVisible()
  expect(screen.getByText('Storage not found')).toBeVisible()
})

test("ERR-56 shows 'Error Loading Storage' if it cannot be loaded, and Retry loads it again", async () => {
  const message = 'The database does not respond'
  serverRefuses(storageApi.get, 503, { code: 'database-unavailable', message })
  const { user } = openAddress('/storage/3')
  expect(await screen.findByText('Error Loading Storage')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  serverAnswers(storageApi.get, { storage: aStorage() })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Box 03' })).toBeVisible()
})
