import { type CDPSession, expect, type Locator, test } from '@playwright/test'
import { addStorage, freshName, postAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test.use({ hasTouch: true })

test('a pen drags a tube to another cell, and a finger on the same tube scrolls', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { tubes } = await registerTubes(page, freshName('Drag by pen'), 1)
  const [{ id: sampleId, alias }] = tubes
  const box = await addStorage(page, freshName('Pen box'), 'BOX', { numberRows: 50, numberColumns: 4 })
  const place = { storageId: box.id, rowCoordinate: 2, columnCoordinate: 2 }
  await postAs(page, '/samples/associate', { sampleId, ...place })
  await page.goto(`/storage/${box.id}/enhanced`)
  const tube = page.getByRole('gridcell', { name: new RegExp(alias) })
  const pointer = await page.context().newCDPSession(page)

  await test.step('a finger scrolls', async () => {
    const { x, y } = await middleOf(tube)
    await touch(pointer, 'touchStart', [{ x, y }])
    for (const way of [10, 20, 40]) await touch(pointer, 'touchMove', [{ x, y: y - way }])
    await touch(pointer, 'touchEnd', [])
    await expect.poll(() => scrolledBy(tube)).toBeGreaterThan(0)
    await expect(tube).toHaveAccessibleName(/^B2, /)
  })

  await test.step('the browser leaves the tube to the pen that comes near, and nothing else', async () => {
    await tube.scrollIntoViewIfNeeded()
    await pen(pointer, 'mouseMoved', tube)
    await expect(tube).toHaveCSS('touch-action', 'none')
    await expect(page.getByRole('gridcell', { name: 'C2, empty' })).toHaveCSS('touch-action', 'auto')
    await pen(pointer, 'mouseMoved', page.getByRole('heading', { level: 1 }))
    await expect(tube).toHaveCSS('touch-action', 'auto')
  })

  await test.step('the pen drags', async () => {
    await pen(pointer, 'mouseMoved', tube)
    await pen(pointer, 'mousePressed', tube)
    await pen(pointer, 'mouseMoved', page.getByRole('gridcell', { name: 'D3, empty' }))
    await pen(pointer, 'mouseReleased', page.getByRole('gridcell', { name: /^D3, / }))
    await expect(tube).toHaveAccessibleName(/^D3, /)
  })
})

const touch = (
  pointer: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  touchPoints: { x: number; y: number }[],
) => pointer.send('Input.dispatchTouchEvent', { type, touchPoints })

type MouseEventType = 'mouseMoved' | 'mousePressed' | 'mouseReleased'

async function pen(pointer: CDPSession, type: MouseEventType, at: Locator) {
  const held = { button: 'left' as const, buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 }
  const button = type === 'mouseMoved' ? {} : held
  await pointer.send('Input.dispatchMouseEvent', {
    type,
    ...(await middleOf(at)),
    ...button,
    pointerType: 'pen',
  })
}

async function middleOf(at: Locator) {
  const box = await at.boundingBox()
  if (!box) throw new Error('It is not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const scrolledBy = (at: Locator) =>
  at.evaluate((cell) => cell.closest('[role="grid"]')?.parentElement?.scrollTop ?? 0)
