import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { signIn } from '../../../test/session-token.ts'
import { guidePages, pictureUrl } from './guide-pages.ts'

beforeEach(() => {
  emptyLab()
  signIn()
})

test('the guide has ten pages, each with a picture, steps and further facts', () => {
  expect(guidePages).toHaveLength(10)
  for (const { id, title, text } of guidePages) {
    expect(title, id).not.toBe(id)
    expect(text, id).toMatch(/^1\. /m)
    expect(text, id).toContain('## Good to know')
    const picture = /!\[[^\]]+\]\(([^)]+)\)/.exec(text)?.[1] ?? ''
    expect(pictureUrl(picture), `${id}: ${picture}`).toBeDefined()
  }
})

test('links between pages name pages that exist', () => {
  const ids = new Set(guidePages.map(({ id }) => id))
  const links = guidePages.flatMap(({ text }) => [...text.matchAll(/\(([\w-]+)\.md\)/g)].map(([, id]) => id))
  expect(links.filter((id = '') => !ids.has(id))).toEqual([])
})

test('the menu of the person leads to the guide, and each page to the next', async () => {
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByLabelText(/^Account of/))
  await user.click(await screen.findByRole('menuitem', { name: 'Guide' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Register a study' })).toBeVisible()
  const article = within(screen.getByRole('article'))
  expect(article.getAllByText('Create Patient Batch')[0]?.tagName).toBe('STRONG')

  await user.click(within(screen.getByText(/^Next:/)).getByRole('link'))
  await waitFor(() => expect(place()).toBe('/guide/print-its-labels'))
  const contents = within(screen.getByRole('navigation', { name: 'Pages of the guide' }))
  expect(contents.getByRole('link', { name: 'Print its labels' })).toHaveAttribute('aria-current', 'page')
})

test('an unknown page shows a message and the contents', async () => {
  openAddress('/guide/no-such-page')
  expect(await screen.findByText('The guide has no such page.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Correct a mistake' })).toBeVisible()
})
