import { picksApi } from '@lims/contract/picks.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { aPickList, aStockTake } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

test('open pick lists and stock-takes are on the dashboard', async () => {
  emptyLab()
  signIn()
  serverAnswers(picksApi.list, { pickLists: [aPickList()], totalPickLists: 1 })
  serverAnswers(stockTakesApi.list, { stockTakes: [aStockTake()], totalStockTakes: 1 })
  openAddress('/dashboard')
  expect(await screen.findByText('for Bo Chen, 3 left to pick')).toBeVisible()
  expect(await screen.findByText('1 of 2 boxes counted')).toBeVisible()
})
