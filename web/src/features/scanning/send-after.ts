/** Returns `send`, and a function that makes it wait until some work has succeeded or failed, and earlier work too. */
export function sendAfter<Scan, Outcome>(send: (scan: Scan) => Promise<Outcome>) {
  let work: Promise<unknown> | undefined
  return {
    send: (scan: Scan) => (work ? work.then(() => send(scan)) : send(scan)),
    waitFor: (next: Promise<unknown>) => {
      const both = Promise.allSettled([work, next]).then(() => {
        if (work === both) work = undefined
      })
      work = both
    },
  }
}
