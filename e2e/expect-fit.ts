import { expect, type Page } from '@playwright/test'

/** Expects that a page is no wider than its window: tables scroll inside themselves. */
export const expectFit = (page: Page) =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      page.url(),
    )
    .toBe(0)
