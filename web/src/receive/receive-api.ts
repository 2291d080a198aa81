import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { notSignedIn, refusedOrUnsent } from '../api/refused-or-unsent.ts'
import { currentSession } from '../auth/session.ts'
import type { Scan, ScanOutcome } from './scan-session.ts'
import { couldBeIdentifier, sameCode } from './scanned-code.ts'

const failed = 'Failed to receive sample'

/** Receives what was scanned, in the name of the person who scanned it and of nobody else. */
export async function sendScan(scan: Scan, scannedBy: string | undefined): Promise<ScanOutcome> {
  if (!scannedBy || currentSession()?.user.sub !== scannedBy) return notSignedIn
  return receiveEitherReading(scan).catch((failure) => refusedOrUnsent(failure, failed))
}

async function receiveEitherReading({ id, readings: { raw, physical }, notes }: Scan): Promise<ScanOutcome> {
  if (physical === undefined) return receive(raw, notes, id)
  if (couldBeIdentifier(raw)) {
    const [one, other] = await Promise.all([findByCode(raw), findByCode(physical)])
    if (one && other && one.id !== other.id) return readsAsTwo(one, other)
  }
  return receive(raw, notes, id).catch((failure: unknown) => {
    if (!(failure instanceof CallError) || failure.code !== 'sample-not-found') throw failure
    return receive(physical, notes, `${id}:us`)
  })
}

async function receive(identifier: string, notes: string, idempotencyKey: string): Promise<ScanOutcome> {
  const { sample } = await call(samplesApi.receive, { body: { identifier, notes } }, { idempotencyKey })
  return { state: 'received', sample }
}

async function findByCode(code: string): Promise<Sample | undefined> {
  const { samples } = await call(samplesApi.search, { query: { query: code, pageSize: 50 } })
  return samples.find(({ id, alias }) => sameCode(id, code) || sameCode(alias, code))
}

function readsAsTwo(one: Sample, other: Sample): ScanOutcome {
  const reason = `On this keyboard the code can be ${one.alias} (${one.name}) or ${other.alias} (${other.name}). Nothing was received: type the tube id by hand.`
  return { state: 'refused', reason }
}
