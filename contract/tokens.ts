import { z } from 'zod'
import { InstantInput } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { strictId } from './id-input.ts'
import { parameters } from './parameters.ts'
import { Permission } from './permissions.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, requiredLine } from './text.ts'

/** An API token begins with this, so that scanners of secrets find it; 43 characters of base64url follow. */
export const tokenPrefix = 'lims_'
export const maxTokenDays = 366
export const maxOpenTokensPerPerson = 100
export const requestsPerMinute = 600

export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  person: z.object({ id: z.string(), name: z.string() }),
  /** The token that created it, which ends it too; null if a person created it in a browser. */
  createdWith: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  permissions: z.array(Permission),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  lastUsedFrom: z.string().nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const maxTokenNameLength = 100

export const CreateTokenBody = parameters({
  name: requiredLine(maxTokenNameLength, `name must have 1 to ${maxTokenNameLength} characters`),
  /** A subset of the caller's own. */
  permissions: z.array(Permission).min(1, 'Please choose what the token may do').max(50),
  expiresAt: InstantInput,
  /** The service account that it is for; without it, the caller. */
  personId: optionalText(maxTextLength.personId),
})
export type CreateTokenBody = z.infer<typeof CreateTokenBody>

export const tokensApi = {
  create: endpoint({
    method: 'POST',
    path: '/tokens/create',
    permission: 'token.create',
    summary: 'Create an API token; the reply is the only place that ever shows it',
    body: CreateTokenBody,
    reply: z.object({ token: z.string(), id: z.uuid() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/tokens/list',
    permission: 'signed-in',
    tokenPermission: 'token.create',
    summary: 'The tokens of the caller; with people.manage, those of everybody with all=true',
    query: parameters({ all: z.stringbool().default(false).meta({ description: 'true or false' }) }),
    reply: z.object({ tokens: z.array(ApiToken) }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/tokens/revoke',
    permission: 'signed-in',
    tokenPermission: 'token.create',
    summary: "Revoke an own token, or with people.manage anybody's; it is refused from then on",
    body: parameters({ id: strictId('id must be the id of a token') }),
    reply: z.object({ success }),
  }),
}
