import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import type { Sender } from '../../api/stored-token.ts'
import { couldBeIdentifier, type Readings, sameCode } from './scanned-code.ts'

type Sent<O> = {
  scan: { id: string; readings: Readings }
  /** Sends one reading under an Idempotency-Key; rejects with `sample-not-found` if no sample has this code. */
  send: (identifier: string, idempotencyKey: string) => Promise<O>
  /** The sender of the look-ups. */
  sender: Sender
  /** Such as 'Nothing was received'. */
  nothingWasDone: string
}
type Ambiguous = { state: 'refused'; reason: string }

/**
 * Sends the whole text of a scan if it is the tube ID of a sample; else the identifier in it and, if no sample has that
 * code, that in what a US keyboard would have typed. Refuses a scan that is two samples, one on each keyboard.
 */
export async function sendEitherReading<O>({
  scan: { id, readings },
  send,
  sender,
  nothingWasDone,
}: Sent<O>): Promise<O | Ambiguous> {
  const { raw, physical, rawTexts = [], physicalTexts = [] } = readings
  if (rawTexts.length + physicalTexts.length > 0 || (physical !== undefined && couldBeIdentifier(raw))) {
    const code = await readingOfSample(readings, nothingWasDone, sender)
    if (typeof code !== 'string') return code
    if (code !== raw && code !== physical) return send(code, keyOfReading(id, readings, code))
  }
  if (physical === undefined) return send(raw, id)
  return send(raw, id).catch((failure: unknown) => {
    if (!(failure instanceof CallError) || failure.code !== 'sample-not-found') throw failure
    return send(physical, keyOfReading(id, readings, physical))
  })
}

/** The Idempotency-Key under which one of the readings of a scan is sent. */
export function keyOfReading(id: string, { raw, physical, rawTexts }: Readings, code: string): string {
  if (code === raw) return id
  if (code === physical) return `${id}:us`
  return rawTexts?.includes(code) ? `${id}:whole` : `${id}:us-whole`
}

/**
 * Returns the reading of a scan that is a sample, its whole text first: the identifier on this keyboard, if none is and
 * it can be an identifier. Refuses a scan that is two samples, one on each keyboard.
 */
export async function readingOfSample(
  { raw, physical, rawTexts = [], physicalTexts = [] }: Readings,
  nothingWasDone: string,
  sender: Sender,
): Promise<string | Ambiguous> {
  const findFirst = (codes: readonly string[]) => findFirstSample(codes, sender)
  if (physical === undefined) return (await findFirst(rawTexts))?.code ?? raw
  const isPlain = couldBeIdentifier(raw)
  if (!isPlain && rawTexts.length + physicalTexts.length === 0) return physical
  const [one, other] = await Promise.all([
    findFirst(isPlain ? [...rawTexts, raw] : rawTexts),
    findFirst([...physicalTexts, physical]),
  ])
  if (one && other && one.sample.id !== other.sample.id) {
    return readsAsTwo(one.sample, other.sample, nothingWasDone)
  }
  return one?.code ?? other?.code ?? (isPlain ? raw : physical)
}

/** Returns the first of these codes that is the id or tube ID of a sample. */
async function findFirstSample(
  codes: readonly string[],
  sender: Sender,
): Promise<{ code: string; sample: Sample } | undefined> {
  for (const code of codes) {
    const sample = await findByCode(code, sender)
    if (sample) return { code, sample }
  }
  return undefined
}

async function findByCode(code: string, sender: Sender): Promise<Sample | undefined> {
  const { samples } = await call(samplesApi.search, { query: { query: code, pageSize: 50 } }, sender)
  return samples.find(({ id, alias }) => sameCode(id, code) || sameCode(alias, code))
}

type Named = { alias: string; name: string }

/** The refusal of a scan of which both readings are samples. */
export function readsAsTwo(one: Named, other: Named, nothingWasDone: string): Ambiguous {
  const reason = `On this keyboard the code can be ${one.alias} (${one.name}) or ${other.alias} (${other.name}). ${nothingWasDone}: type the tube ID by hand.`
  return { state: 'refused', reason }
}
