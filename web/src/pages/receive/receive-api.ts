import { errorTexts } from '@lims/contract/errors.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { describeDeletion, findDeletedSample } from '../../entities/deletion/deletion-api.ts'
import { currentSession } from '../../entities/session/session.ts'
import { notSignedIn, refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { couldBeIdentifier, sameCode } from '../../features/scanning/scanned-code.ts'
import type { ReceiveOutcome, ReceiveScan } from './receive-session.ts'

const failureText = 'Failed to receive sample'

/** Receives a scanned sample, but only while the person who scanned it is signed in. */
export async function sendScan(scan: ReceiveScan, scannedBy: string | undefined): Promise<ReceiveOutcome> {
  if (!scannedBy || currentSession()?.user.sub !== scannedBy) return notSignedIn
  try {
    return await receiveEitherReading(scan)
  } catch (failure) {
    const isUnknown = failure instanceof CallError && failure.code === 'sample-not-found'
    const deleted = isUnknown && (await findDeleted(scan))
    return deleted || refusedOrUnsent(failure, failureText)
  }
}

async function receiveEitherReading(scan: ReceiveScan): Promise<ReceiveOutcome> {
  const { id, readings } = scan
  const { raw, physical } = readings
  if (physical === undefined) return receive(raw, scan, id)
  if (couldBeIdentifier(raw)) {
    const [one, other] = await Promise.all([findByCode(raw), findByCode(physical)])
    if (one && other && one.id !== other.id) return readsAsTwo(one, other)
  }
  return receive(raw, scan, id).catch((failure: unknown) => {
    if (!(failure instanceof CallError) || failure.code !== 'sample-not-found') throw failure
    return receive(physical, scan, `${id}:us`)
  })
}

/** Returns the refusal of a code whose sample was deleted. The scan is refused either way, so failures are ignored. */
async function findDeleted({ readings: { raw } }: ReceiveScan): Promise<ReceiveOutcome | undefined> {
  const deletion = await findDeletedSample(raw).catch(() => null)
  if (!deletion) return undefined
  const reason = `${errorTexts.sampleNotFound}. ${deletion.name}: ${describeDeletion(deletion)}`
  return { state: 'refused', reason, deletedSampleId: deletion.sampleId }
}

/**
 * Receives with the time of the scan, or with the time of sending if the server rejects that: the scan may be from
 * before the session, or the clock of this computer ahead.
 */
async function receive(
  identifier: string,
  { notes, scannedAt }: ReceiveScan,
  idempotencyKey: string,
): Promise<ReceiveOutcome> {
  const body = { identifier, notes }
  const at = new Date(scannedAt).toISOString()
  const { sample } = await call(
    samplesApi.receive,
    { body: { ...body, scannedAt: at } },
    { idempotencyKey },
  ).catch((failure: unknown) => {
    if (!(failure instanceof CallError) || failure.field !== 'scannedAt') throw failure
    return call(samplesApi.receive, { body }, { idempotencyKey: `${idempotencyKey}:now` })
  })
  return { state: 'received', sample }
}

async function findByCode(code: string): Promise<Sample | undefined> {
  const { samples } = await call(samplesApi.search, { query: { query: code, pageSize: 50 } })
  return samples.find(({ id, alias }) => sameCode(id, code) || sameCode(alias, code))
}

function readsAsTwo(one: Sample, other: Sample): ReceiveOutcome {
  const reason = `On this keyboard the code can be ${one.alias} (${one.name}) or ${other.alias} (${other.name}). Nothing was received: type the tube ID by hand.`
  return { state: 'refused', reason }
}
