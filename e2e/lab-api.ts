import { expect, type Page, test } from '@playwright/test'
import { tokenOf } from './sign-in.ts'

/** Calls the server as the person who is signed in, to arrange what a journey is not about. */
export async function postAs(page: Page, path: string, body: object) {
  const reply = await page.request.post(`/api${path}`, {
    data: body,
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

export async function getAs(page: Page, path: string, query: Record<string, string>) {
  const reply = await page.request.get(`/api${path}`, {
    params: query,
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

export type Tube = { id: string; name: string; alias: string; version: number }

/** Registers a batch of tubes. Returns its id, and the tubes in the order of registration. */
export async function registerTubes(page: Page, name: string, numSamples: number, samplePrefix?: string) {
  const body = { name, description: 'Plasma', numSamples, tubeType: 'EDTA', samplePrefix }
  const { batch } = await postAs(page, '/batches/add', body)
  const { samples } = await getAs(page, '/samples/list', { batchId: batch.id, pageSize: '1000' })
  return { batchId: batch.id as string, tubes: samples as [Tube, ...Tube[]] }
}

type Storage = { id: number; alias: string; parentID: number }

/** Adds a storage of 9 × 9 cells, if no others are given. */
export async function addStorage(
  page: Page,
  alias: string,
  type: string,
  more: object = {},
): Promise<Storage> {
  const body = { alias, type, numberRows: 9, numberColumns: 9, ...more }
  return (await postAs(page, '/storage/add', body)).storage
}

/** A name that is free again when the journey is repeated, for no two batches have one name. */
export const freshName = (name: string) => {
  const { retry, repeatEachIndex } = test.info()
  const earlier = retry + repeatEachIndex
  return earlier ? `${name}, try ${earlier + 1}` : name
}

let names = 0

/** A name that no other journey has, also not one that begins in the same millisecond. */
export const uniqueName = (name: string) => `${name} ${Date.now()}-${test.info().parallelIndex}-${++names}`

/**
 * The name with which 11 batches begin, one more than a page of the list shows. They are made before all journeys
 * (more-than-a-page.ts): eleven at once would move the batch of another journey off its first page.
 */
export const pagedBatches = 'On two pages'
