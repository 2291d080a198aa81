import { presentSender, type Sender } from '../../api/stored-token.ts'
import { currentSession } from '../../entities/session/session.ts'
import { type NotDone, notSignedIn } from './refused-or-unsent.ts'

/** How the scans of one page are sent. */
export type Sending<S, O> = {
  /**
   * Rejects if a call fails. All its calls are those of the sender, who may be another person than the next one here.
   */
  send: (scan: S, sender: Sender) => Promise<O>
  /** Returns the outcome of a scan whose call failed, see `refusedOrUnsent`. */
  onFailure: (failure: unknown, scan: S) => O | Promise<O>
}

/** Returns a function that sends a scan, but only while the person who scanned it, its owner, is signed in. */
export const sendAsOwner =
  <S, O>(owner: string | undefined, { send, onFailure }: Sending<S, O>) =>
  async (scan: S): Promise<O | NotDone> => {
    if (!owner || currentSession()?.user.sub !== owner) return notSignedIn
    return send(scan, presentSender()).catch((failure: unknown) => onFailure(failure, scan))
  }
