import { CallError } from '../../api/call-error.ts'

/**
 * Sends a scan with its time, or without it, which means now, if the server rejects that: the scan may be from before
 * the session, or the clock of this computer ahead. The second try has a key of its own.
 */
export async function withScanTime<R>(
  { scannedAt }: { scannedAt: number },
  idempotencyKey: string,
  send: (time: { scannedAt?: string }, idempotencyKey: string) => Promise<R>,
): Promise<R> {
  return send({ scannedAt: new Date(scannedAt).toISOString() }, idempotencyKey).catch((failure: unknown) => {
    if (!(failure instanceof CallError) || failure.field !== 'scannedAt') throw failure
    return send({}, `${idempotencyKey}:now`)
  })
}
