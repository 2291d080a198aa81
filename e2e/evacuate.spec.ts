import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type KillableServer, startKillableServer } from '../tools/test/start-server.ts'
import { expectNoViolation } from './expect-no-violation.ts'
import { getAs, postAs } from './lab-api.ts'
import { type DemoPerson, newPageAs, tokenOf } from './sign-in.ts'

/** It is killed twice, so this journey has a server of its own. */
const test = base.extend<object, { ownServer: KillableServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await startKillableServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

const racks = 12
const boxesPerRack = 25
const boxes = racks * boxesPerRack
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

type Step = {
  boxId: number
  boxAlias: string
  boxCode: string
  to: { code: string; storageId: number; position: string }
}
type Person = { page: Page; context: BrowserContext; url: string; token: string | null }

test('the 3 a.m. drill: 300 boxes, two people, a phone offline, the server killed twice, and every box is known', async ({
  browser,
  baseURL,
  ownServer,
}) => {
  test.setTimeout(300_000)
  const open = async (person: DemoPerson, options: object = {}): Promise<Person> => {
    const page = await newPageAs(browser, person, { ...(baseURL && { baseURL }), ...options })
    return { page, context: page.context(), url: ownServer.url, token: await tokenOf(page) }
  }
  const ada = await open('Ada Lindqvist')
  const bo = await open('Bo Chen', phone)
  const dead = await addFreezers(ada.page)

  const moveId = await test.step('Ada plans it', async () => {
    await ada.page.goto(`/moves/new?storageId=${dead}`)
    await expect(ada.page.getByText('300 boxes, 0 tubes into 2 freezers')).toBeVisible()
    await expectNoViolation(ada.page, 'the plan')
    await ada.page.getByRole('button', { name: 'Start moving' }).click()
    await expect(ada.page.getByText('0 of 300 boxes moved')).toBeVisible()
    return ada.page.url().split('/').at(-1) ?? ''
  })
  const steps: Step[] = (await get(ada, moveId)).steps
  const planned = new Map(steps.map(({ boxId, to }) => [boxId, to]))
  const rest = [...steps]
  const next = () => rest.shift() as Step

  await test.step('both begin, each with the next box', async () => {
    await bo.page.goto(`/moves/${moveId}`)
    await scanBox(ada.page, next())
    await scanBox(bo.page, next())
    await expect(ada.page.getByText('2 of 300 boxes moved')).toBeVisible()
    await expectNoViolation(bo.page, 'the walk on a phone')
  })

  await test.step('a box of another move, a wrong place and a wrong label are refused with the right one', async () => {
    const [step] = rest as [Step]
    await scan(ada.page, 'STO0000001')
    await expect(
      ada.page.getByText('Freezer 2 is not a box. Scan the label of the box first.').first(),
    ).toBeVisible()
    await scan(ada.page, step.boxCode)
    await scan(ada.page, 'STO0000001')
    await expect(
      ada.page.getByText(/^That is Freezer 2\. Box 3 goes to Freezer 2 › Rack/).first(),
    ).toBeVisible()
    await scan(ada.page, next().to.code)
    await expect(ada.page.getByText('3 of 300 boxes moved')).toBeVisible()
  })

  await test.step('the server is killed while both go on', async () => {
    const both = Promise.all([moveMany(ada, moveId, rest, 160), moveMany(bo, moveId, rest, 160)])
    await expect.poll(() => rest.length, { timeout: 90_000, intervals: [20] }).toBeLessThan(250)
    await ownServer.kill()
    const scanned = next()
    await scanBox(ada.page, scanned, { isSent: false })
    await expect(ada.page.getByText(/kept on this device and sent later/)).toBeVisible()
    await ownServer.start()
    await both
    await expect(ada.page.getByText(/kept on this device and sent later/)).toHaveCount(0)
  })

  await test.step('the phone of Bo goes on without a connection', async () => {
    await bo.page.reload()
    await expect(bo.page.getByText(/still in Freezer 1/)).toBeVisible()
    await bo.context.setOffline(true)
    for (const step of [next(), next(), next()]) await scanBox(bo.page, step, { isSent: false })
    await expect(bo.page.getByText(/No connection: \d scans are kept on this device/)).toBeVisible()
    await moveMany(ada, moveId, rest, 100)
    await bo.context.setOffline(false)
    await expect(bo.page.getByText(/kept on this device/)).toHaveCount(0)
  })

  await test.step('the server is killed again', async () => {
    const both = Promise.all([moveMany(ada, moveId, rest, 4), moveMany(bo, moveId, rest, 4)])
    await expect.poll(() => rest.length, { intervals: [20] }).toBeLessThan(60)
    await ownServer.kill()
    await ownServer.start()
    await both
  })

  await test.step('the last ones', async () => {
    await scanBox(bo.page, next())
    const undone = next()
    await scanBox(ada.page, undone)
    await ada.page.getByRole('button', { name: 'Undo last step' }).click()
    await expect(ada.page.getByText(`${undone.boxAlias} out of the cold`)).toBeVisible()
    await scan(ada.page, undone.to.code)
    for (const step of rest.splice(0)) await scanBox(ada.page, step)
    await expect(ada.page.getByText('300 of 300 boxes moved')).toBeVisible()
    await expect(bo.page.getByText('300 of 300 boxes moved')).toBeVisible()
  })

  await test.step('every box is in its planned cell, and none twice', async () => {
    const targets = new Set([...planned.values()].map(({ storageId }) => storageId))
    const found = new Map<number, string>()
    for (const storageId of targets) {
      const { children } = await getAs(ada.page, '/storage/children', { storageId: String(storageId) })
      for (const { id, position } of children) {
        expect(found.has(id)).toBe(false)
        found.set(id, `${storageId} ${position}`)
      }
    }
    expect(found.size).toBe(boxes)
    for (const [id, to] of planned) expect(found.get(id)).toBe(`${to.storageId} ${to.position}`)
    const { moved, sources, steps: done } = await get(ada, moveId)
    expect({ moved, left: sources[0].boxesLeft }).toEqual({ moved: boxes, left: 0 })
    expect(done.filter(({ secondsOut }: { secondsOut: number | null }) => secondsOut === null)).toEqual([])
  })
})

async function scan(page: Page, code: string) {
  const field = page.getByRole('textbox', { name: /^Scan the/ })
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
}

/** Scans a box and then its new place, as a person does. */
async function scanBox(page: Page, { boxAlias, boxCode, to }: Step, { isSent = true } = {}) {
  await scan(page, boxCode)
  await expect(page.getByText(`${boxAlias} out of the cold`)).toBeVisible()
  await scan(page, to.code)
  await expect(page.getByText(`${boxAlias} out of the cold`)).toHaveCount(0)
  if (isSent) await expect(page.getByText(`${boxAlias} is at`).first()).toBeVisible()
}

/**
 * Moves boxes as the page does: each scan is sent again under its key until there is a reply. Stops when `keep` are
 * left.
 */
async function moveMany(person: Person, moveId: string, rest: Step[], keep: number) {
  while (rest.length > keep) {
    const { boxCode, to } = rest.shift() as Step
    await postUntilReply(person, '/moves/pick-up', { moveId, boxCode })
    await postUntilReply(person, '/moves/confirm', { moveId, boxCode, targetCode: to.code })
  }
}

async function postUntilReply({ url, token }: Person, path: string, body: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const send = async () => {
    const reply = await fetch(`${url}/api${path}`, request).catch(() => undefined)
    await reply?.text().catch(() => undefined)
    return reply?.status ?? 0
  }
  if ((await send()) !== 200)
    await expect.poll(send, { timeout: 60_000, intervals: [50, 200, 500] }).toBe(200)
}

const get = async ({ page }: Person, id: string) => (await getAs(page, '/moves/get', { id })).move

/** Freezer 1 with 300 boxes in 12 racks, and two more with room for 200 each. Returns the id of Freezer 1. */
async function addFreezers(page: Page): Promise<number> {
  const add = async (body: object): Promise<number> => (await postAs(page, '/storage/add', body)).storage.id
  const freezer = (number: number) =>
    add({ alias: `Freezer ${number}`, type: 'FREEZER', numberRows: 3, numberColumns: 4 })
  const rack = (parentID: number, index: number) =>
    add({
      alias: `Rack ${String.fromCharCode(65 + index)}`,
      type: 'RACK',
      numberRows: 5,
      numberColumns: 5,
      parentID,
    })
  for (const number of [2, 3]) {
    const id = await freezer(number)
    for (let index = 0; index < 8; index += 1) await rack(id, index)
  }
  const dead = await freezer(1)
  for (let index = 0; index < racks; index += 1) {
    const parentID = await rack(dead, index)
    const aliases = Array.from({ length: boxesPerRack }, (_, box) => `Box ${index * boxesPerRack + box + 1}`)
    await postAs(page, '/storage/add-many', {
      aliases,
      type: 'BOX',
      numberRows: 9,
      numberColumns: 9,
      parentID,
    })
  }
  return dead
}
