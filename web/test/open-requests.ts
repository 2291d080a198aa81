const { setTimeout } = globalThis

/** Aborts the requests of the present test that have no reply yet. */
let testEnd = new AbortController()

/** Lets `abortOpenRequests` abort the requests that are sent from now on. Call it once the simulated server listens. */
export function trackRequests(): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const signals = [testEnd.signal, ...(init?.signal ? [init.signal] : [])]
    return send(input, { ...init, signal: AbortSignal.any(signals) })
  }
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
