import { permissionTexts } from '@lims/contract/permissions.ts'
import { hasPersonalValues, isPersonal, isPersonalValue } from '@lims/contract/personal.ts'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { z } from 'zod'
import { DomainError } from '../errors/domain-error.ts'
import { tokenDenied } from '../sessions/refusals.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'

type Members = Record<string, z.ZodType>

/**
 * Returns a hook that refuses to search, sort or edit by the ID of a subject or site for callers who may not see them:
 * the reply would confirm a guess. Returns undefined if the endpoint has no such parameter.
 */
export function refusePersonal(query: z.ZodType | undefined, body: z.ZodType | undefined) {
  const [inQuery, inBody] = [personalMembersOf(query), personalMembersOf(body)]
  if (Object.keys({ ...inQuery, ...inBody }).length === 0) return undefined
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (seesSubjects(request.actor)) return done()
    const field =
      Object.entries(inQuery).find(([name, schema]) => isGiven(request.query, name, schema)) ??
      // An empty ID in a body clears it, and so is given too.
      Object.entries(inBody).find(
        ([name, schema]) =>
          isGiven(request.body, name, schema) || (isPersonal(schema) && hasOwn(request.body, name)),
      )
    if (field) throw subjectsDenied(request, field[0])
    done()
  }
}

function subjectsDenied({ actor }: FastifyRequest, field: string): DomainError {
  const more = ', nor to search, sort or edit by them'
  if (actor?.tokenId) return tokenDenied('subject.read', more, field)
  return new DomainError(
    'permission-denied',
    `You are not allowed to ${permissionTexts['subject.read']}${more}. An administrator can grant it.`,
    field,
  )
}

function personalMembersOf(schema: z.ZodType | undefined): Members {
  const { shape = {} } = (schema?.def ?? {}) as { shape?: Members }
  return Object.fromEntries(
    Object.entries(shape).filter(([, member]) => isPersonal(member) || hasPersonalValues(member)),
  )
}

function isGiven(input: unknown, name: string, schema: z.ZodType): boolean {
  const value = (input as Record<string, unknown> | undefined)?.[name]
  if (isPersonalValue(schema, value)) return true
  return isPersonal(schema) && value !== undefined
}

const hasOwn = (input: unknown, name: string) => Object.hasOwn((input ?? {}) as object, name)
