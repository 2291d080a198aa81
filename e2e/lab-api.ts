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
