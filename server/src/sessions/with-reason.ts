import type { SignedInActor } from './require-sign-in.ts'

/** Returns the actor with the reason of the request, which is required while roles are on. */
export const withReason = (actor: SignedInActor, reason: string | undefined): SignedInActor => ({
  ...actor,
  reason,
  needsReason: actor.access.rolesOn,
})
