import { liveApi } from '@lims/contract/live.ts'
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

const { setTimeout } = globalThis

/** Aborts the requests of the present test that have no reply yet. */
let testEnd = new AbortController()

/** How many requests have no reply yet, or one that is being read. */
let numOpen = 0

async function track<T>(work: Promise<T>): Promise<T> {
  numOpen += 1
  try {
    return await work
  } finally {
    numOpen -= 1
  }
}

/**
 * Lets `abortOpenRequests` abort, and `untilReplied` await, the requests that are sent from now on. Call it once the
 * simulated server listens.
 */
export function trackRequests(): void {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const signals = [testEnd.signal, ...(init?.signal ? [init.signal] : [])]
    const sending = send(input, { ...init, signal: AbortSignal.any(signals) })
    // The stream of changes never ends.
    if (String(input).endsWith(liveApi.changes.path)) return sending
    const reply = await track(sending)
    const read = reply.text.bind(reply)
    reply.text = () => track(read())
    return reply
  }
}

/** The number of requests without a reply, or with one that is being read. */
export const countOpenRequests = (): number => numOpen

/**
 * Waits until the page has the replies to all its requests, and shows them: for what a person cannot see of them, such
 * as which role they have.
 */
export async function untilReplied(): Promise<void> {
  let looks = 0
  await waitFor(
    () => {
      looks = numOpen === 0 ? looks + 1 : 0
      expect(looks).toBeGreaterThan(3)
    },
    { interval: 10 },
  )
}

/**
 * Aborts the requests to which this test gives no reply, and waits until that is dealt with. Left alone, they would
 * fail after the time limit of a call, during another test: a scan queue would then write to the storage of that one.
 */
export async function abortOpenRequests(): Promise<void> {
  testEnd.abort(new TypeError('The test has ended'))
  testEnd = new AbortController()
  await new Promise((resolve) => setTimeout(resolve))
}
