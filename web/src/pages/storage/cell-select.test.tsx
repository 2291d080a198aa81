import { storageApi } from '@lims/contract/storage-api.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverHas } from '../../../test/open-storage.ts'
import { serverRefuses } from '../../../test/server.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { CellSelect, firstFreeCell } from './cell-select.tsx'

const rack = aStorage({ id: 2, alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
const text = 'Failed to fetch storage occupancy'

test('ERR-53 the choice of a cell says that the cells could not be loaded, and loads them when it is opened again', async () => {
  serverHas([{ storage: rack, occupancy: [] }])
  serverRefuses(storageApi.occupancy, 503)
  const user = openScreen(<CellSelect storageId={2} value={firstFreeCell} />)
  const cells = await screen.findByRole('combobox')
  await user.click(cells)
  expect(await screen.findByTitle(text)).toHaveClass('ant-select-item-option-disabled')
  await user.tab()

  serverHas([{ storage: rack, occupancy: [] }])
  await user.click(cells)
  expect(await screen.findByTitle('B2')).toBeVisible()
  expect(screen.queryByTitle(text)).toBeNull()
})
