import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { startServer } from '../tools/test/start-server.ts'
import { expectNoViolation } from './expect-no-violation.ts'
import { postAs, registerTubes } from './lab-api.ts'
import { newPageAs, tokenOf } from './sign-in.ts'

/** Roles cannot be turned off again, so these journeys have a server of their own. */
const test = base.extend<object, { ownServer: Awaited<ReturnType<typeof startServer>> }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

/** The open list begins at its first option and goes to the chosen one a moment later. */
const expectActiveOption = (combobox: Locator, name: string) =>
  expect
    .poll(() =>
      combobox.evaluate((element) => {
        const id = element.getAttribute('aria-activedescendant')
        return id && document.getElementById(id)?.getAttribute('aria-label')
      }),
    )
    .toBe(name)

async function setRoleByKeyboard(page: Page, before: 'Bench' | 'Viewer', role: 'Viewer' | 'Bench') {
  const field = page.getByRole('combobox', { name: 'Role of Bo Chen' })
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await expectActiveOption(field, before)
  await page.keyboard.press(role === 'Viewer' ? 'ArrowUp' : 'ArrowDown')
  await expectActiveOption(field, role)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Make Bo Chen ${role}?` })).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('works there now')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Bo Chen is now ${role}`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

async function expectGoodAtEverySize(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoViolation(page, `${page.url()} at ${size.width} px`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a newcomer turns on roles, makes a bench person, and that person cannot delete a batch', async ({
  browser,
  baseURL,
}) => {
  const options = baseURL ? { baseURL } : {}
  const ada = await newPageAs(browser, 'Ada Lindqvist', options)
  const bo = await newPageAs(browser, 'Bo Chen', options)
  const { batchId } = await registerTubes(ada, 'Pilot', 2)

  await test.step('Ada turns on roles', async () => {
    await ada.goto('/dashboard')
    await ada.getByRole('button', { name: 'Account of Ada Lindqvist' }).click()
    await ada.getByRole('menuitem', { name: 'People and roles' }).click()
    await expectGoodAtEverySize(ada)
    await ada.getByRole('button', { name: 'Turn on roles' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Turn on roles' }).click()
    await expect(ada.getByRole('combobox', { name: 'Role of Bo Chen' })).toBeVisible()
    await expectGoodAtEverySize(ada)
  })

  await test.step('on a phone, the table of roles is scrolled beside the names of the permissions', async () => {
    await ada.setViewportSize({ width: 390, height: 844 })
    const opener = ada.getByRole('button', { name: 'What each role may do' })
    await opener.click()
    const table = ada.getByRole('region', { name: 'Permissions by role' })
    await table.evaluate((element) => element.scrollTo({ left: 1000 }))
    await expect(table.getByText('Administrator')).toBeInViewport({ ratio: 1 })
    await expect(table.getByText('see samples')).toBeInViewport({ ratio: 1 })
    await ada.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await ada.setViewportSize({ width: 1440, height: 900 })
    await expect(ada.getByRole('columnheader', { name: 'Role' })).toBeVisible()
  })

  await test.step('Ada makes Bo a bench person, by keyboard alone', async () => {
    // New people are bench people by default, so she makes him something else first.
    await setRoleByKeyboard(ada, 'Bench', 'Viewer')
    await setRoleByKeyboard(ada, 'Viewer', 'Bench')
  })

  await test.step('Bo cannot delete a batch, neither by the button nor by a call', async () => {
    await bo.goto('/batches')
    const button = bo.getByRole('button', { name: 'Delete Pilot' })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(
      'You are not allowed to delete batches. Ask Ada Lindqvist.',
    )
    const refused = await bo.request.post(`/api/batches/delete?id=${batchId}`, {
      data: { reason: 'no' },
      headers: { authorization: `Bearer ${await tokenOf(bo)}` },
    })
    expect(refused.status()).toBe(403)
    await bo.goto('/people')
    await expect(bo.getByText(/You are not allowed to manage people/)).toBeVisible()
  })

  await test.step('Ada creates a token, which is shown once, and revokes it', async () => {
    await ada.getByRole('button', { name: 'Create token' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nightly export')
    await dialog.getByRole('checkbox', { name: 'see samples' }).check()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await expect(dialog.getByText(/^lims_/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await ada.getByRole('button', { name: 'Revoke Nightly export' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(ada.getByText('Nightly export is revoked')).toBeVisible()
  })

  await test.step('Bo sees no subject; Ada sees what Bo has changed, and that it is sealed', async () => {
    const subjectId = 'PRAGUE-77'
    const { sample } = await postAs(ada, '/samples/add', {
      name: 'PRG-1',
      batchId,
      type: 'PLASMA',
      status: 'COLLECTED',
      subjectId,
    })
    await bo.goto(`/samples/${sample.id}`)
    await expect(bo.getByRole('row', { name: 'Subject ID' })).toContainText('•••')
    expect(await bo.content()).not.toContain(subjectId)
    await bo.goto(`/samples/${sample.id}/edit`)
    await bo.getByLabel('Notes').fill('haemolysed')
    await bo.getByRole('button', { name: 'Save' }).click()
    await expect(bo.getByRole('heading', { level: 1, name: 'PRG-1', exact: true })).toBeVisible()

    await ada.goto(`/samples/${sample.id}`)
    await ada.getByRole('button', { name: 'Get Subject ID' }).click()
    await ada.getByLabel('Reason').fill('call the clinic')
    await ada.keyboard.press('Enter')
    await expect(ada.getByRole('row', { name: 'Subject ID' })).toContainText(subjectId)
    await ada.getByRole('tab', { name: 'History' }).click()
    const changes = ada.getByRole('tabpanel', { name: 'History' })
    await expect(changes).toContainText('changed the notes')
    await expect(changes).toContainText('haemolysed')
    await expect(changes).toContainText('Reason: call the clinic')
    await expect(changes).toContainText(/events sealed/, { timeout: 20_000 })
    await expectGoodAtEverySize(ada)

    await ada.goto('/audit')
    await expect(ada.getByText('revealed its subject ID').first()).toBeVisible()
    await expectGoodAtEverySize(ada)
    await bo.goto('/tokens')
    await expect(bo.getByText('No tokens yet.')).toBeVisible()
    await expectGoodAtEverySize(bo)
  })
})
