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

/** Loads a part of the program by an `import()`. Throws `ScriptUnavailable` if it fails or takes 15 s. */
export async function loadScript<Script>(load: () => Promise<Script>): Promise<Script> {
  let timer: number | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = window.setTimeout(reject, maxWaitMs)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (cause) {
    throw new ScriptUnavailable(cause)
  } finally {
    clearTimeout(timer)
  }
}
