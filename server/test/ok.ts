import { expect } from 'vitest'
import type { Lab } from './lab.ts'

type Reply = Awaited<ReturnType<Lab['post']>>
type Body = ReturnType<typeof JSON.parse>

/** Returns the body of a reply that must be a success. */
export async function ok<T = Body>(reply: Promise<Reply>): Promise<T> {
  const { statusCode, body, json } = await reply
  expect(statusCode, body).toBe(200)
  return json() as T
}

/** Returns the body of a reply that must be a refusal. */
export async function refusal(reply: Promise<Reply>): Promise<Body> {
  const { statusCode, body, json } = await reply
  expect(statusCode, body).toBeGreaterThanOrEqual(400)
  return json()
}
