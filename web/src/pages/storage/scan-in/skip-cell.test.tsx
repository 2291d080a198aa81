import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cell, field, laboratory, marked, openScanIn } from '../../../../test/scan-in.tsx'

test('a cell that is skipped stays empty until all skipped cells are filled again', async () => {
  const { placed } = laboratory()
  const user = await openScanIn()
  await user.keyboard('s')
  expect(await screen.findByText('Skipped: A1')).toBeVisible()
  expect([marked(), (field() as HTMLInputElement).value]).toEqual(['B1', ''])
  await user.click(screen.getByRole('button', { name: 'Skip cell' }))
  expect(await screen.findByText('Skipped: A1, B1')).toBeVisible()
  expect(field()).toHaveFocus()

  await user.paste('T1\nT2\nT3\nT4\nT5')
  expect(await screen.findByText('4 placed · 1 not placed')).toBeVisible()
  expect(screen.getByText('Only skipped cells are free')).toBeVisible()
  expect(screen.getByText('Only skipped cells are free.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Skip cell' })).toBeDisabled()

  await user.click(screen.getByRole('button', { name: 'Clear list' }))
  expect(screen.getByText('Skipped: A1, B1')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Fill skipped cells' }))
  expect([marked(), screen.queryByText(/Skipped/)]).toEqual(['A1', null])
  await user.keyboard('T5{Enter}')
  expect(await screen.findByText('1 placed')).toBeVisible()
  expect(placed.map(({ body }) => cell(body as never)).map((one) => one.columnCoordinate)).toEqual([
    3, 1, 2, 3, 1,
  ])
})
