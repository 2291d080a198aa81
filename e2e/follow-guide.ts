import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'

/** `untilSeen` waits until words in bold were on the screen: before what takes them away. */
type Action = (page: Page, untilSeen: (words: string) => Promise<void>) => Promise<unknown>

/**
 * Follows a page of `docs/guide`: one action for each numbered step. All words in bold must be on the screen before,
 * during or after the action of their step, so that a page that is no longer true fails.
 */
export async function followGuide(page: Page, name: string, actions: readonly Action[]) {
  const steps = stepsOf(readFileSync(`docs/guide/${name}.md`, 'utf8'))
  expect(actions, `${name} has as many actions as steps`).toHaveLength(steps.length)
  for (const [index, step] of steps.entries()) {
    await test.step(step, async () => {
      const labels = [...step.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label)
      const isThere = await Promise.all(labels.map((label) => shown(page, label).isVisible()))
      const toCome = labels.filter((_, place) => !isThere[place])
      const seen = new Map(
        toCome.map((label) => [label, shown(page, label).waitFor({ timeout: 30_000 })] as const),
      )
      const untilSeen = async (words: string) => seen.get(words)
      await Promise.all([actions[index]?.(page, untilSeen), ...seen.values()])
    })
  }
}

const stepsOf = (text: string) => [...text.matchAll(/^\d+\. (.+)$/gm)].map(([, step = '']) => step)

/** A text, or the name of a field or a button, that begins with the words. */
function shown(page: Page, label: string): Locator {
  const words = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  return page
    .getByText(words)
    .or(page.getByLabel(words))
    .or(page.getByPlaceholder(words))
    .filter({ visible: true })
    .first()
}
