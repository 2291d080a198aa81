import { CallError, textOfFailure } from '../../api/call-error.ts'
import { pause } from '../../api/pause.ts'

/** A record was created, but could not be put into its cell. */
export class PlacingError extends Error {}

const retryDelaysMs = [1000, 2000, 3000]

const isNotFound = (failure: unknown) => failure instanceof CallError && failure.code === 'storage-not-found'

/**
 * Puts a newly created storage into its cell. If the server does not find it yet, it tries three more times. Throws
 * `PlacingError`.
 */
export async function placeCreatedStorage(
  alias: string,
  associate: () => Promise<unknown>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<void> {
  let failure = await failureOf(associate)
  for (const ms of retryDelaysMs) {
    if (!isNotFound(failure)) break
    await wait(ms)
    failure = await failureOf(associate)
  }
  if (failure === undefined) return
  throw new PlacingError(
    isNotFound(failure)
      ? `${alias} created but couldn't be automatically placed. Check orphan storages and associate manually.`
      : `${alias} created but association failed: ${textOfFailure(failure)}`,
    { cause: failure },
  )
}

const withoutReason = 'Failed to associate sample to position'

/** Puts a newly created sample into its cell. Throws `PlacingError`. */
export async function placeCreatedSample(name: string, associate: () => Promise<unknown>): Promise<void> {
  const failure = await failureOf(associate)
  if (failure === undefined) return
  const text = textOfFailure(failure, withoutReason)
  const reason = text === withoutReason ? text : `Failed to associate sample: ${text}`
  const isPlaceUnknown = failure instanceof CallError && failure.isOutcomeUnknown
  const result = isPlaceUnknown ? 'was created.' : 'was created and is not in storage.'
  throw new PlacingError(`${reason.replace(/\.?$/, '.')} ${name} ${result}`, { cause: failure })
}

const failureOf = (action: () => Promise<unknown>): Promise<unknown> =>
  action().then(
    () => undefined,
    (failure: unknown) => failure,
  )
