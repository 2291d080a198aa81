import { type Browser, chromium, expect, type Locator, type Page, test } from '@playwright/test'
import { filmCodes } from './code-video.ts'
import { violationsOf } from './expect-no-violation.ts'
import { addStorage, freshName, registerTubes, type Tube } from './lab-api.ts'
import { openAs } from './sign-in.ts'

/** A tube that is out of sight for two seconds would be a new scan. */
const secondsEach = 0.6

let browser: Browser

test.afterEach(() => browser.close())

test('tubes held before the camera are received, placed and found, each once', async () => {
  const film = test.info().outputPath('tubes.y4m')
  const page = await atDevice(film)
  const [one, other] = await filmTwoTubes(page, film)
  const received = bodiesOf(page, '/api/samples/receive')
  const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })

  await test.step('received', async () => {
    await page.goto('/receive')
    await openCamera(page.getByRole('main'))
    await expect(dialog.getByRole('status').first()).toContainText('Last code read')
    await expect(dialog.getByText('Last Received Sample')).toBeVisible()
    await expect.poll(() => received.length).toBe(2)
    // Longer than the film, which shows both again.
    const seenUntil = (await filmTime(dialog)) + 4 * secondsEach
    await expect.poll(() => filmTime(dialog)).toBeGreaterThan(seenUntil)
    const codes = received.map(({ identifier }) => identifier)
    expect(codes.toSorted()).toEqual([one.id.toUpperCase(), other.alias].toSorted())
    expect(await runningCameras(page)).toBe(1)
    expect(await violationsOf(page)).toEqual([])

    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^2 received/)).toBeVisible()
    expect(await runningCameras(page)).toBe(0)
  })

  await test.step('placed', async () => {
    await page.goto(`/storage/${await createBox(page)}/enhanced`)
    await page.getByRole('button', { name: 'Scan in' }).click()
    await openCamera(page.getByRole('region', { name: 'Scan in' }))
    await expect(dialog.getByText('Next cell').locator('..')).toContainText('C1')
    await page.keyboard.press('Escape')
    await expect(page.getByText('2 placed')).toBeVisible()
  })

  await test.step('found', async () => {
    await openCamera(page.getByRole('search'))
    await page.waitForURL(/\/samples\/[0-9a-f-]{36}$/)
    expect([one.id, other.id]).toContain(page.url().split('/').at(-1))
    await expect(dialog).toBeHidden()
    expect(await runningCameras(page)).toBe(0)
  })
})

/** A person at a device whose camera sees the film, which need not exist before the camera is opened. */
async function atDevice(film: string): Promise<Page> {
  const { launchOptions, baseURL = '' } = test.info().project.use
  browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const context = await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript(watchCameras)
  await openAs(page, 'Ada Lindqvist')
  return page
}

type Watched = { cameras: MediaStreamTrack[] }

/** Runs in the page: keeps hold of every camera that it opens. */
function watchCameras() {
  const cameras: MediaStreamTrack[] = []
  Object.assign(window, { cameras } satisfies Watched)
  const open = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices)
  if (!open) return
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted)
    cameras.push(...stream.getTracks())
    return stream
  }
}

const runningCameras = (page: Page): Promise<number> =>
  page.evaluate(
    () => (window as unknown as Watched).cameras.filter(({ readyState }) => readyState === 'live').length,
  )

/** For how many seconds the dialog has shown the film. */
const filmTime = (dialog: Locator): Promise<number> =>
  dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

const openCamera = (place: Locator) => place.getByRole('button', { name: 'Scan with the camera' }).click()

/** Two tubes, one with its id on it and one with its tube ID, and a film that shows them in turn. */
async function filmTwoTubes(page: Page, film: string): Promise<[Tube, Tube]> {
  const { tubes } = await registerTubes(page, freshName('Tubes for the camera'), 2, 'CAM')
  const [one, other] = tubes as [Tube, Tube]
  await filmCodes(film, [one.id.toUpperCase(), other.alias], secondsEach)
  return [one, other]
}

async function createBox(page: Page): Promise<number> {
  const grid = { numberRows: 2, numberColumns: 3 }
  const freezer = await addStorage(page, freshName('Freezer for the camera'), 'FREEZER', grid)
  const inFreezer = { parentID: freezer.id, ...grid }
  return (await addStorage(page, freshName('Box for the camera'), 'BOX', inFreezer)).id
}

function bodiesOf(page: Page, path: string): Record<string, string>[] {
  const bodies: Record<string, string>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON())
  })
  return bodies
}
