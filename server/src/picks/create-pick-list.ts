import { errorTexts } from '@lims/contract/errors.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { CreatePickListBody, PickList, UnavailableSample } from '@lims/contract/picks.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import { assertExpectedReturn } from '../custody/assert-expected-return.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isActivePerson } from '../people/people-queries.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { resolveCodes } from '../samples/resolve-codes.ts'
import { insertPickItems } from './pick-item-queries.ts'
import { getPickList, insertPickList } from './pick-queries.ts'
import { listReservability, type ReservableSample } from './reservability-queries.ts'
import { whyNotReservable } from './why-not-reservable.ts'

const maxListed = 50

/**
 * Creates a pick list and reserves its samples, all or none. Throws `not-reservable` with a list of those that cannot
 * be reserved, unless the caller wants the list without them, and has seen each of them; `person-not-found` and
 * `sample-not-found`.
 */
export async function createPickList(
  trx: Transaction,
  body: CreatePickListBody,
  actor: Actor,
): Promise<PickList> {
  assertExpectedReturn(body.expectedReturn, actor.at)
  const personId = body.personId ?? actor.userId
  if (!(await isActivePerson(trx, personId))) {
    throw new DomainError('person-not-found', 'Person not found', 'personId')
  }
  const ids = body.codes ? await resolveEach(trx, body.codes) : uniqueIds(body.sampleIds ?? [])
  await lockExistingSamples(trx, ids)
  const samples = await listReservability(trx, ids)
  assertAllFound(ids, samples)
  const unavailable = unavailableOf(samples)
  const reasons = new Map(unavailable.map(({ sampleId, reason }) => [sampleId, reason]))
  const available = samples.filter(({ sampleId }) => !reasons.has(sampleId))
  const total = formatNumber(samples.length)
  if (unavailable.length > 0 && (!body.withoutUnavailable || available.length === 0)) {
    throw new DomainError('not-reservable', describeUnavailable(unavailable, `of ${total}`), 'sampleIds')
  }
  const seen = body.unavailableSampleIds && new Set(body.unavailableSampleIds)
  const unseen = seen ? unavailable.filter(({ sampleId }) => !seen.has(sampleId)) : []
  if (unseen.length > 0) {
    throw new DomainError('not-reservable', describeUnavailable(unseen, `more of ${total}`), 'sampleIds')
  }

  const id = await insertPickList(
    trx,
    {
      name: body.name,
      purpose: body.purpose ?? '',
      personId,
      expectedReturnAt: body.expectedReturn === undefined ? null : new Date(body.expectedReturn),
      thawed: body.thawed,
    },
    actor,
  )
  const items = samples.map(({ sampleId, name, tubeId }) => {
    const reason = reasons.get(sampleId)
    return { sampleId, name, tubeId, state: reason ? 'left-out' : 'wanted', reason: reason ?? '' } as const
  })
  await insertPickItems(trx, id, items, actor)
  await insertCustodyEvents(
    trx,
    available.map(({ sampleId }) => ({ sampleId, from: 'AVAILABLE', to: 'RESERVED' })),
    { via: 'reserve', purpose: body.purpose, pickListId: id },
    actor,
  )
  const counts = { numSamples: available.length, numLeftOut: unavailable.length }
  await saveAuditEvents(
    trx,
    [
      {
        action: 'pick-list.create',
        entityId: id,
        after: {
          name: body.name,
          personId,
          ...(body.purpose ? { eventNotes: body.purpose } : {}),
          ...(body.expectedReturn ? { expectedReturnAt: body.expectedReturn } : {}),
          ...(body.thawed ? { thawed: true } : {}),
          ...counts,
        },
      },
      ...available.map(({ sampleId }) => ({
        action: 'custody.reserve' as const,
        entityId: sampleId,
        before: { custody: 'AVAILABLE' },
        after: { custody: 'RESERVED', pickList: body.name },
      })),
    ],
    actor,
  )
  return getPickList(trx, id, actor.userId)
}

/** Splits samples into those that can be reserved now and those that cannot. */
export async function checkReservable(db: Db, sampleIds: readonly string[]) {
  const samples = await listReservability(db, uniqueIds(sampleIds))
  const unavailable = unavailableOf(samples)
  return { numAvailable: samples.length - unavailable.length, unavailable }
}

const uniqueIds = (ids: readonly string[]) => [...new Set(ids)]

const unavailableOf = (samples: readonly ReservableSample[]): UnavailableSample[] =>
  samples.flatMap(({ sampleId, name, tubeId, ...sample }) => {
    const reason = whyNotReservable(sample)
    return reason === undefined ? [] : [{ sampleId, name, tubeId, reason }]
  })

/**
 * Returns the ids of the samples with these codes, each once. Throws `sample-not-found` unless each names one sample.
 */
async function resolveEach(trx: Transaction, codes: readonly string[]): Promise<string[]> {
  const { found, ambiguous, unknown } = await resolveCodes(trx, { codes: [...codes] })
  if (ambiguous.length + unknown.length > 0) {
    const parts = [
      unknown.length > 0 ? `No sample has the code ${joinTexts(unknown, { max: maxListed })}.` : '',
      ambiguous.length > 0
        ? `Several samples have the code ${joinTexts(
            ambiguous.map(({ code }) => code),
            { max: maxListed },
          )}.`
        : '',
    ]
    throw new DomainError(
      'sample-not-found',
      `${parts.filter(Boolean).join(' ')} No pick list was created.`,
      'codes',
    )
  }
  return uniqueIds(found.map(({ sample }) => sample.id))
}

function assertAllFound(ids: readonly string[], samples: readonly ReservableSample[]) {
  const known = new Set(samples.map(({ sampleId }) => sampleId))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw new DomainError(
    'sample-not-found',
    `${errorTexts.sampleNotFound}: ${joinTexts(unknown, { max: maxListed })}`,
    'sampleIds',
  )
}

function describeUnavailable(unavailable: readonly UnavailableSample[], ofHowMany: string): string {
  const each = unavailable.map(({ name, tubeId, reason }) => `${name} (${tubeId}) is ${reason}`)
  return `${formatNumber(unavailable.length)} ${ofHowMany} samples cannot be reserved: ${joinTexts(each, { separator: '; ', max: maxListed })}. No pick list was created.`
}
