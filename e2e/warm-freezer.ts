import type { Page } from '@playwright/test'
import { addStorage, postAs } from './lab-api.ts'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

/** A freezer with a box in it, that was too warm until 60 minutes ago. */
export async function warmFreezer(page: Page, alias: string, sinceMinutesAgo = 120) {
  const freezer = await addStorage(page, alias, 'FREEZER', { nominalTemperatureC: -80.5 })
  const box = await addStorage(page, `${alias} box`, 'BOX', { parentID: freezer.id })
  const readings = Array.from({ length: 61 }, (_, index) => {
    const minutesAgo = 180 - index * 3
    return { at: ago(minutesAgo), celsius: minutesAgo <= sinceMinutesAgo && minutesAgo > 60 ? -52.25 : -80.5 }
  })
  await postAs(page, '/temperatures/post', { storageId: freezer.id, readings })
  return { freezer, box }
}
