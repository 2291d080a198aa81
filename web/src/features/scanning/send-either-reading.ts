import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { couldBeIdentifier, type Readings, sameCode } from './scanned-code.ts'

type Sent<O> = {
  scan: { id: string; readings: Readings }
  /** Sends one reading under an Idempotency-Key; rejects with `sample-not-found` if no sample has this code. */
  send: (identifier: string, idempotencyKey: string) => Promise<O>
  /** Such as 'Nothing was received'. */
  nothingWasDone: string
}
type Ambiguous = { state: 'refused'; reason: string }

/**
 * Sends a scan as it was read and, if no sample has that code, as a US keyboard would have typed it. Refuses a scan of
 * which both readings are samples.
 */
export async function sendEitherReading<O>({
  scan: { id, readings },
  send,
  nothingWasDone,
}: Sent<O>): Promise<O | Ambiguous> {
  const { raw, physical } = readings
  if (physical === undefined) return send(raw, id)
  if (couldBeIdentifier(raw)) {
    const code = await readingOfSample(readings, nothingWasDone)
    if (typeof code !== 'string') return code
  }
  return send(raw, id).catch((failure: unknown) => {
    if (!(failure instanceof CallError) || failure.code !== 'sample-not-found') throw failure
    return send(physical, `${id}:us`)
  })
}

/**
 * Returns the reading of a scan that is a sample: the text on this keyboard, if neither is and it can be an identifier.
 * Refuses a scan of which both readings are samples.
 */
export async function readingOfSample(
  { raw, physical }: Readings,
  nothingWasDone: string,
): Promise<string | Ambiguous> {
  if (physical === undefined) return raw
  if (!couldBeIdentifier(raw)) return physical
  const [one, other] = await Promise.all([findByCode(raw), findByCode(physical)])
  if (one && other && one.id !== other.id) return readsAsTwo(one, other, nothingWasDone)
  return other && !one ? physical : raw
}

async function findByCode(code: string): Promise<Sample | undefined> {
  const { samples } = await call(samplesApi.search, { query: { query: code, pageSize: 50 } })
  return samples.find(({ id, alias }) => sameCode(id, code) || sameCode(alias, code))
}

type Named = { alias: string; name: string }

/** The refusal of a scan of which both readings are samples. */
export function readsAsTwo(one: Named, other: Named, nothingWasDone: string): Ambiguous {
  const reason = `On this keyboard the code can be ${one.alias} (${one.name}) or ${other.alias} (${other.name}). ${nothingWasDone}: type the tube ID by hand.`
  return { state: 'refused', reason }
}
