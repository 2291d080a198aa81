import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { Permission, Role } from './permissions.ts'
import { Reason } from './reason.ts'
import { success } from './success.ts'
import { maxTextLength, requiredLine, requiredText } from './text.ts'

/** Who is calling, and what they may do. While roles are off, everybody may do everything and `role` is null. */
export const Me = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  rolesOn: z.boolean(),
  role: Role.nullable(),
  permissions: z.array(Permission),
  /** The administrators, to name them in a refusal: at most three. */
  administrators: z.array(z.string()),
  /** The IANA name of the laboratory's time zone; null if it is not set, and its days are those of UTC. */
  timeZone: z.string().nullable(),
})
export type Me = z.infer<typeof Me>

export const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null for a service account: it may do what its tokens say. */
  role: Role.nullable(),
  /** Where the role comes from: given here, ADMIN_EMAILS, a group of the identity provider, or DEFAULT_ROLE. */
  roleFrom: z.enum(['given', 'setting', 'provider', 'default']),
  /** The group of the provider that the role comes from. */
  group: z.string().nullable(),
  /** The administrator who owns a service account; null for a person who signs in. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  lastSignedInAt: z.iso.datetime().nullable(),
  deactivatedAt: z.iso.datetime().nullable(),
  openSessions: z.number().int().min(0),
  tokens: z.number().int().min(0),
  /**
   * Valid tokens that this person, or one of their service accounts, created for service accounts of others, by service
   * account; for a service account: those that it created for any other one. They are revoked when the person or
   * account is deactivated, or when the person gets a role that may not manage people.
   */
  tokensForOthers: z.array(z.object({ id: z.string(), name: z.string(), tokens: z.number().int().min(1) })),
})
export type Person = z.infer<typeof Person>

export const maxServiceNameLength = 200

const personId = requiredText(maxTextLength.personId, 'personId must be the id of a person')
const PersonChangedReply = z.object({ success, person: Person })

export const peopleApi = {
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    permission: 'signed-in',
    summary: 'The caller, their role and what they may do',
    reply: Me,
  }),
  list: endpoint({
    method: 'GET',
    path: '/people/list',
    permission: 'people.manage',
    summary: 'Everybody who ever signed in, and all service accounts',
    reply: z.object({
      rolesOn: z.boolean(),
      rolesOnSince: z.iso.datetime().nullable(),
      people: z.array(Person),
    }),
  }),
  turnOnRoles: endpoint({
    method: 'POST',
    path: '/roles/turn-on',
    permission: 'signed-in',
    summary: 'Turn on roles; the caller becomes the first administrator',
    body: parameters({}).nullish(),
    reply: z.object({ success }),
  }),
  setRole: endpoint({
    method: 'POST',
    path: '/people/set-role',
    permission: 'people.manage',
    summary: 'Give a person another role, effective at once',
    body: parameters({
      personId,
      role: Role,
      /** The role that the person has, as the caller knows it: another one is refused with `version-stale`. */
      expectedRole: Role.optional(),
      reason: Reason,
    }),
    reply: PersonChangedReply,
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/people/deactivate',
    permission: 'people.manage',
    summary: 'Deactivate a person: ends their sessions and tokens at once, and refuses further sign-ins',
    body: parameters({ personId, reason: Reason }),
    reply: PersonChangedReply,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/people/reactivate',
    permission: 'people.manage',
    summary: 'Let a deactivated person sign in again',
    body: parameters({ personId, reason: Reason }),
    reply: PersonChangedReply,
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/people/end-sessions',
    permission: 'people.manage',
    summary: 'End all sessions of a person',
    body: parameters({ personId }),
    reply: z.object({ success, numSessions: z.number().int().min(0) }),
  }),
  createService: endpoint({
    method: 'POST',
    path: '/people/create-service',
    permission: 'people.manage',
    summary: 'Create a service account: a person without a sign-in, owned by the caller',
    body: parameters({
      name: requiredLine(maxServiceNameLength, `name must have 1 to ${maxServiceNameLength} characters`),
    }),
    reply: PersonChangedReply,
  }),
}
