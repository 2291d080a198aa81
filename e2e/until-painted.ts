import type { Page } from '@playwright/test'

/** Resolves when the fonts of what the page shows are there: until then texts have another size. */
export const untilFonts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
  })

/** Resolves when what was rendered is painted. */
export const untilPainted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
