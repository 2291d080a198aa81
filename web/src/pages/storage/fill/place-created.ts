import { CallError, textOfFailure } from '../../../api/call-error.ts'

/** Something was made, and then could not be put into its cell. */
export class PlacingError extends Error {}

const waitsMs = [1000, 2000, 3000]
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const isNotFound = (failure: unknown) => failure instanceof CallError && failure.code === 'storage-not-found'

/** Puts a storage that was just made into its cell. One that is not found yet is looked for again, three times. */
export async function placeCreatedStorage(
  alias: string,
  associate: () => Promise<unknown>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<void> {
  let failure = await failureOf(associate)
  for (const ms of waitsMs) {
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

/** Puts a sample that was just made into its cell. */
export async function placeCreatedSample(name: string, associate: () => Promise<unknown>): Promise<void> {
  const failure = await failureOf(associate)
  if (failure === undefined) return
  const reason = `Failed to associate sample: ${textOfFailure(failure)}`
  throw new PlacingError(`${reason} ${name} was created and is not in storage.`, { cause: failure })
}

const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (failure: unknown) => failure,
  )
