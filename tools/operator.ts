import { userInfo } from 'node:os'
import type { Actor } from '../server/src/audit/actor.ts'

/** Returns who runs a command, for the audit trail: the account of the operating system. */
export function operator(at: Date): Actor {
  return { userId: `account:${accountName()}`, at }
}

/** A container may run under an account that has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
