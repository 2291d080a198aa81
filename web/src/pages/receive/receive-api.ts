import { errorTexts } from '@lims/contract/errors.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import { createStore } from '../../api/create-store.ts'
import type { Sender } from '../../api/stored-token.ts'
import { describeDeletion, findDeletedSample } from '../../entities/deletion/deletion-api.ts'
import { refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { whyNoTube } from '../../features/scanning/scanned-code.ts'
import type { Sending } from '../../features/scanning/send-as-owner.ts'
import { sendEitherReading } from '../../features/scanning/send-either-reading.ts'
import { sentAtOf, timeOfScan } from '../../features/scanning/time-of-scan.ts'
import type { ReceiveOutcome, ReceiveScan } from './receive-session.ts'

/** The subject of the sample that was received last, as the server named it. Kept in memory only. */
export const lastSubject = createStore<{ sampleId: string; subjectId: string | null } | undefined>(undefined)

const failureText = 'Failed to receive sample'

/** Receives a scanned sample. */
export const receiving: Sending<ReceiveScan, ReceiveOutcome> = {
  send: (scan, sender) =>
    sendEitherReading<ReceiveOutcome>({
      scan,
      send: (identifier, idempotencyKey) => receive(identifier, scan, { ...sender, idempotencyKey }),
      sender,
      nothingWasDone: 'Nothing was received',
    }),
  onFailure: async (failure, scan) => {
    const isUnknown = hasCode(failure, 'sample-not-found')
    const reason = isUnknown ? whyNoTube(scan.readings) : undefined
    if (reason) return { state: 'refused', reason }
    const deleted = isUnknown && (await findDeleted(scan))
    return deleted || { ...refusedOrUnsent(failure, failureText), ...sampleOf(failure) }
  },
}

const sampleOf = (failure: unknown) =>
  hasCode(failure, 'sample-not-receivable') && failure.sampleId ? { sampleId: failure.sampleId } : {}

/** Returns the refusal of a code whose sample was deleted. The scan is refused either way, so failures are ignored. */
async function findDeleted({ readings }: ReceiveScan): Promise<ReceiveOutcome | undefined> {
  const { raw, physical = raw, rawTexts = [], physicalTexts = [] } = readings
  const codes = new Set([...rawTexts, raw, ...physicalTexts, physical])
  const found = await Promise.all([...codes].map((code) => findDeletedSample(code))).catch(() => [])
  const deletion = found.find((one) => one !== null)
  if (!deletion) return undefined
  const reason = `${errorTexts.sampleNotFound}. ${deletion.name}: ${describeDeletion(deletion)}`
  return { state: 'refused', reason, deletedSampleId: deletion.sampleId }
}

async function receive(
  identifier: string,
  scan: ReceiveScan,
  options: Sender & { idempotencyKey: string },
): Promise<ReceiveOutcome> {
  const body = { identifier, notes: scan.notes, ...timeOfScan(scan) }
  const { sample } = await call(samplesApi.receive, { body }, { ...options, ...sentAtOf(scan) })
  const { subjectId, masked, ...receipt } = sample
  lastSubject.set({ sampleId: receipt.id, subjectId })
  return { state: 'received', sample: receipt }
}
