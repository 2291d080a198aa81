import { DomainError } from '../errors/domain-error.ts'
import type { Actor } from './actor.ts'

/** Throws `reason-required` if the actor needs a reason and gave none. `what` completes 'Please say why …'. */
export function assertReason({ needsReason, reason }: Actor, what: string): void {
  if (!needsReason || reason) return
  throw new DomainError('reason-required', `Please say why ${what}.`, 'reason')
}
