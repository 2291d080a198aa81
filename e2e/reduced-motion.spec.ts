import { expect, type Page, test } from '@playwright/test'
import { freshName, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'
import { untilFonts } from './until-painted.ts'

/** Resolves with each different 'top width height', in pixels, that an element has in its first 30 frames. */
const boxesWhileOpening = (page: Page, selector: string) =>
  page.evaluate(
    (selector) =>
      new Promise<string[]>((resolve) => {
        const boxes = new Set<string>()
        let framesLeft = 30
        const look = () => {
          const element = document.querySelector(selector)
          if (element && element.getBoundingClientRect().width > 0) {
            const { top, width, height } = element.getBoundingClientRect()
            boxes.add([top, width, height].map(Math.round).join(' '))
            framesLeft -= 1
          }
          if (framesLeft > 0) requestAnimationFrame(look)
          else resolve([...boxes])
        }
        look()
      }),
    selector,
  )

test('E10 with less motion, dialogs and menus are in their place from the first frame', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { tubes } = await registerTubes(page, freshName('Still'), 1)
  const [{ id, name: tubeName }] = tubes
  await page.goto(`/samples/${id}`)
  const opened: [button: string, selector: string][] = [
    [`Delete ${tubeName}`, '.ant-modal-container'],
    ['Account of Ada Lindqvist', '.ant-dropdown'],
  ]
  for (const [name, selector] of opened) {
    await test.step(name, async () => {
      const button = page.getByRole('button', { name, exact: true })
      await expect(button).toBeVisible()
      await untilFonts(page)
      const boxes = boxesWhileOpening(page, selector)
      await button.click()
      expect(await boxes).toHaveLength(1)
      await page.keyboard.press('Escape')
      await expect(page.locator(selector)).toBeHidden()
    })
  }
})
