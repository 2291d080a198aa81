/** A file of the program is small: what has not come by then does not come. */
const maxWaitMs = 15_000

const unavailable =
  'This part of the program could not be loaded: the server does not respond, or a newer version was installed. Try again; if it still fails, reload the page.'

/** A part of the program did not come. */
export class ScriptUnavailable extends Error {
  override readonly name = 'ScriptUnavailable'

  constructor(cause: unknown) {
    super(unavailable, { cause })
  }
}

/**
 * The style sheets that did not come, each with the request for it that is running. Vite requests each one once, and
 * later shows its part without it.
 */
const missingStyles = new Map<HTMLLinkElement, Promise<unknown> | undefined>()

// The event of a link does not bubble.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.set(target, undefined)
  },
  { capture: true },
)

/** Requests the style sheets again that did not come. Rejects if one of them does not come within 15 s. */
function loadMissingStyles(): Promise<unknown> {
  for (const [missing, request] of [...missingStyles]) {
    if (request) continue
    const link = missing.cloneNode() as HTMLLinkElement
    missingStyles.delete(missing)
    missingStyles.set(link, untilLoaded(link))
    missing.replaceWith(link)
  }
  return Promise.all(missingStyles.values())
}

async function untilLoaded(link: HTMLLinkElement): Promise<void> {
  try {
    await inTime(
      new Promise((resolve, reject) => {
        link.addEventListener('load', resolve)
        link.addEventListener('error', reject)
      }),
    )
    missingStyles.delete(link)
  } catch (cause) {
    missingStyles.set(link, undefined)
    throw cause
  }
}

/** Rejects if the work takes 15 s. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: number | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = window.setTimeout(reject, maxWaitMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Loads a part of the program by an `import()`, with its style sheets. Throws `ScriptUnavailable` if it fails or takes
 * 15 s.
 */
export async function loadScript<Script>(load: () => Promise<Script>): Promise<Script> {
  try {
    const styles = loadMissingStyles()
    const [script] = await inTime(Promise.all([load(), styles]))
    return script
  } catch (cause) {
    throw new ScriptUnavailable(cause)
  }
}
