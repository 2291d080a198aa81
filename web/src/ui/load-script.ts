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

/** The style sheets that did not come, and their second request. Vite requests each one once, and later shows its part without it. */
const missingStyles = new Map<HTMLLinkElement, Promise<unknown> | undefined>()

// The event of a link does not bubble.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.set(target, undefined)
  },
  { capture: true },
)

/** Requests the style sheets again that did not come. */
function loadMissingStyles(): Promise<unknown> {
  for (const [link, again] of missingStyles) if (!again) missingStyles.set(link, loadAgain(link))
  return Promise.all(missingStyles.values())
}

function loadAgain(missing: HTMLLinkElement): Promise<unknown> {
  const link = missing.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    missing.replaceWith(link)
  }).finally(() => missingStyles.delete(missing))
}

/**
 * Loads a part of the program by an `import()`, with its style sheets. Throws `ScriptUnavailable` if it fails or takes
 * 15 s.
 */
export async function loadScript<Script>(load: () => Promise<Script>): Promise<Script> {
  let timer: number | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = window.setTimeout(reject, maxWaitMs)
  })
  try {
    const styles = loadMissingStyles()
    const [script] = await Promise.race([Promise.all([load(), styles]), tooLate])
    return script
  } catch (cause) {
    throw new ScriptUnavailable(cause)
  } finally {
    clearTimeout(timer)
  }
}
