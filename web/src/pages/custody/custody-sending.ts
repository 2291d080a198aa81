import { custodyApi } from '@lims/contract/custody-api.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { call } from '../../api/call.ts'
import { CallError, hasCode } from '../../api/call-error.ts'
import type { Sender } from '../../api/stored-token.ts'
import { refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { sameCode, scannedStorage, whyNoTube } from '../../features/scanning/scanned-code.ts'
import type { Sending } from '../../features/scanning/send-as-owner.ts'
import { sendEitherReading } from '../../features/scanning/send-either-reading.ts'
import { sentAtOf, timeOfScan } from '../../features/scanning/time-of-scan.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import type { CustodyOutcome, CustodyScan } from './custody-session.ts'

const nothingWasDone: Record<CustodyScan['mode'], string> = {
  'check-out': 'Nothing was checked out',
  return: 'Nothing was returned',
  'look-up': 'Nothing was looked up',
}

/** Sends a scan in its mode. */
export const custodySending: Sending<CustodyScan, CustodyOutcome> = {
  send: async (scan, sender) => {
    const { mode, readings } = scan
    const storageId = mode === 'return' ? scannedStorage(readings) : undefined
    if (storageId !== undefined) return putAwayInBox(storageId, scan, sender)
    const noTube = mode === 'look-up' ? whyNoTube(readings) : undefined
    if (noTube !== undefined) return { state: 'refused', reason: noTube }
    return sendEitherReading<CustodyOutcome>({
      scan,
      send: (identifier, idempotencyKey) => requests[mode](identifier, scan, { ...sender, idempotencyKey }),
      sender,
      nothingWasDone: nothingWasDone[mode],
    })
  },
  onFailure: (failure, { mode }) => {
    const outcome = refusedOrUnsent(failure, nothingWasDone[mode])
    const isOverLimit = hasCode(failure, 'thaw-limit-reached')
    return outcome.state === 'refused' && isOverLimit
      ? { state: 'refused', reason: outcome.reason, isOverLimit }
      : outcome
  },
}

type Options = Sender & { idempotencyKey: string }
type Request = (identifier: string, scan: CustodyScan, options: Options) => Promise<CustodyOutcome>

const requests: Record<CustodyScan['mode'], Request> = {
  'check-out': async (identifier, scan, { token, idempotencyKey: key }) => {
    const { purpose, expectedReturn, thawed, keepPlace, overLimit = false } = scan
    const settings = { purpose, expectedReturn, thawed, keepPlace, overLimit }
    const body = { identifiers: [identifier], ...settings, ...timeOfScan(scan) }
    const idempotencyKey = overLimit ? `${key}:over` : key
    const options = { token, idempotencyKey, ...sentAtOf(scan) }
    const { tubes } = await call(custodyApi.checkOut, { body }, options)
    const [tube] = tubes
    return tube ? { state: 'checked-out', tube } : noReply
  },
  return: async (identifier, scan, options) => {
    const body = { identifiers: [identifier], ...timeOfScan(scan) }
    const { tubes } = await call(custodyApi.return, { body }, { ...options, ...sentAtOf(scan) })
    const [tube] = tubes
    return tube ? { state: 'returned', tube } : noReply
  },
  'look-up': async (identifier, _scan, { token }) => {
    const { samples } = await call(
      samplesApi.search,
      { query: { query: identifier, pageSize: 50 } },
      { token },
    )
    const sample = samples.find(({ id, alias }) => sameCode(id, identifier) || sameCode(alias, identifier))
    if (!sample) {
      const serverMessage = `No sample has the tube ID ${identifier}.`
      throw new CallError(serverMessage, { code: 'sample-not-found', status: 404, serverMessage })
    }
    const { id, name, alias, status, custody, place } = sample
    const shown = { id, name, alias, status, custody, place }
    return { state: 'looked-up', sample: shown, ...(await describe(id, { token })) }
  },
}

const noReply: CustodyOutcome = {
  state: 'unsent',
  reason: 'The reply of the server was empty',
  isOwnFailure: true,
}

/** Confirms that the tubes of a box that were returned before the scan are in their cells. */
async function putAwayInBox(storageId: number, scan: CustodyScan, sender: Sender): Promise<CustodyOutcome> {
  const { storage } = await call(storageApi.get, { query: { id: storageId } }, sender)
  const body = { storageId, ...timeOfScan(scan) }
  const { sampleIds } = await call(
    custodyApi.putAway,
    { body },
    { ...sender, idempotencyKey: scan.id, ...sentAtOf(scan) },
  )
  if (sampleIds.length === 0) {
    const reason = `No tube that was returned before this scan waits to be put into ${storage.alias}. Please scan a tube.`
    return { state: 'refused', reason }
  }
  return { state: 'put-away', sampleIds, storageName: storage.alias }
}

/**
 * Returns who made the change of custody that holds, when and why: 'Ada Lindqvist, 20 Nov 2026, 14:02: ELISA', and the
 * pick list that has reserved the sample. The sentence is kept with its scan for days: it does not say 'today'.
 */
async function describe(sampleId: string, sender: Sender) {
  const { events } = await call(custodyApi.history, { query: { sampleId } }, sender)
  const holds = events.find(({ undoes, isUndone }) => undoes === null && !isUndone)
  if (!holds || holds.to === 'AVAILABLE') return { sentence: '' }
  const why = holds.purpose || holds.reason
  return {
    sentence: `${holds.person.name}, ${formatInstant(holds.at)}${why ? `: ${why}` : ''}`,
    ...(holds.to === 'RESERVED' && holds.pickList && { pickList: holds.pickList }),
  }
}
