import { firstVisitId } from '@lims/contract/batches.ts'
import { type TubeType, tubeTypes } from '@lims/contract/tube-types.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'

export type Series = { prefix: string; digits: number; count: number }

const nameOfTube = ({ prefix, digits }: Series) =>
  sql`${prefix}::text || '-' || lpad(tube::text, ${digits}::int, '0')`

/** Enough to find a taken name: every series begins at 1, so that two with one prefix share their first names. */
const maxComparedNames = 999

/** Whether a sample has one of the first names that `insertTubes` would give. */
export async function isNameTaken(trx: Transaction, series: Series): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (
      select from generate_series(1, ${Math.min(series.count, maxComparedNames)}::int) tube
      where exists (select from sample where upper(name) = upper(${nameOfTube(series)}))
    ) as "isTaken"
  `.execute(trx)
  return rows[0]?.isTaken ?? false
}

/** Creates `count` samples of one tube type, PREFIX-0001 and so on, in one statement. */
export function insertTubes(
  trx: Transaction,
  { batchId, tubeType, ...series }: Series & { batchId: string; tubeType: TubeType },
  actor: Actor,
) {
  const { sampleType, volumeMl } = tubeTypes[tubeType]
  return sql`
    insert into sample (name, type, volume_nl, batch_id, tube_type, created_at, created_by, updated_at)
    select ${nameOfTube(series)}, ${sampleType}::text, ${toNanolitres(volumeMl)}::bigint, ${batchId}::uuid, ${tubeType}::text,
      ${actor.at}::timestamptz, ${actor.userId}::text, ${actor.at}::timestamptz
    from generate_series(1, ${series.count}::int) tube
    order by tube
  `.execute(trx)
}

export type Kits = {
  batchId: string
  prefix: string
  digits: number
  numPatients: number
  siteId: string | undefined
  visitId: string | undefined
  kit: readonly { tubeType: TubeType; count: number }[]
}

/** The digits of the numbers of patients, of which a batch has 20,000 at most. */
const possibleDigits = sql`generate_series(3, 5) digits`
/** P007 with three digits; a number that has more keeps them. */
const subjectOf = (prefix: string) =>
  sql`${prefix}::text || '-P' || lpad(patient::text, greatest(digits, length(patient::text)), '0')`

/** A number of at most three digits shows by its zeros how many digits all have. */
const maxThreeDigits = 999

/** Kits of a prefix. Without `seesSubjects`, only subjects count whose ID is at the beginning of the name of a tube. */
export type Patients = Pick<Kits, 'prefix' | 'numPatients'> & { seesSubjects: boolean }

/** A condition on `sample`. */
const isOfKnownSubject = ({ prefix, seesSubjects }: Patients) => sql`
  upper(subject_id) = upper(${subjectOf(prefix)})
    and (${seesSubjects} or starts_with(upper(name), upper(${subjectOf(prefix)}) || '-'))
`

/**
 * Lists how many digits the numbers of the known patients of a prefix have: another batch may have had more of them.
 */
export async function listSubjectDigits(db: Db, patients: Patients): Promise<number[]> {
  const { rows } = await sql<{ digits: number }>`
    select digits from ${possibleDigits} where exists (
      select from generate_series(1, ${Math.min(patients.numPatients, maxThreeDigits)}::int) patient
      where exists (select from sample where ${isOfKnownSubject(patients)})
    )
  `.execute(db)
  return rows.map(({ digits }) => digits)
}

/** Makes others who create kits or tubes of this prefix wait until the transaction ends. */
export async function lockPrefix(trx: Transaction, prefix: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('subjects of ' || upper(${prefix}::text), 0))`.execute(
    trx,
  )
}

/**
 * Returns whether a sample, or a deleted one that can be restored, has one of the subjects of these kits. A deleted
 * batch whose name this batch has taken cannot be restored.
 */
export async function hasKnownSubject(
  db: Db,
  { batchId, prefix, numPatients }: Pick<Kits, 'prefix' | 'numPatients'> & { batchId: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    select from generate_series(1, ${numPatients}::int) patient
    cross join ${possibleDigits}
    cross join lateral (select upper(${subjectOf(prefix)}) as id) subject
    where exists (select from sample where upper(subject_id) = subject.id)
      or exists (
        select from deleted_row kept join deletion on deletion.id = kept.deletion_id
        where kept.table_name = 'sample' and upper(kept.content ->> 'subject_id') = subject.id
          and deletion.undone_at is null
          and not exists (
            select from deleted_row gone join batch on lower(batch.name) = lower(gone.content ->> 'name')
            where gone.deletion_id = kept.deletion_id and gone.table_name = 'batch' and batch.id = ${batchId ?? null}::uuid
          )
      )
    limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Returns the name of a batch with samples of one of the subjects of kits, if possible of one with samples of the same
 * visit; undefined if there is none.
 */
export async function findBatchOfSubjects(
  db: Db,
  { visitId = firstVisitId, ...patients }: Patients & { visitId: string | undefined },
): Promise<{ name: string; isSameVisit: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isSameVisit: boolean }>`
    select batch.name, known.is_same_visit as "isSameVisit"
    from generate_series(1, ${patients.numPatients}::int) patient
    cross join ${possibleDigits}
    cross join lateral (
      select batch_id, upper(coalesce(visit_id, '')) = upper(${visitId}::text) as is_same_visit from sample
      where ${isOfKnownSubject(patients)} order by is_same_visit desc limit 1
    ) known
    join batch on batch.id = known.batch_id
    order by is_same_visit desc limit 1
  `.execute(db)
  return rows[0]
}

/**
 * Creates a kit of tubes for each patient, PREFIX-P001-EDTA-1 and so on, with a visit PREFIX-P001-V2-EDTA-1, in one
 * statement.
 */
export function insertKits(
  trx: Transaction,
  { batchId, prefix, digits, numPatients, siteId, visitId, kit }: Kits,
  actor: Actor,
) {
  const types = kit.map(({ tubeType }) => tubeType)
  const sampleTypes = types.map((tubeType) => tubeTypes[tubeType].sampleType)
  const volumes = types.map((tubeType) => toNanolitres(tubeTypes[tubeType].volumeMl))
  const counts = kit.map(({ count }) => count)
  return sql`
    insert into sample (name, type, volume_nl, batch_id, tube_type, visit_id, subject_id, site_id,
      created_at, created_by, updated_at)
    select concat_ws('-', subject.id, ${visitId ?? null}::text, kit.tube_type, tube), kit.sample_type, kit.volume_nl,
      ${batchId}::uuid, kit.tube_type, ${visitId ?? firstVisitId}::text, subject.id, ${siteId ?? null}::text,
      ${actor.at}::timestamptz, ${actor.userId}::text, ${actor.at}::timestamptz
    from generate_series(1, ${numPatients}::int) patient
    cross join (select ${digits}::int as digits) width
    cross join lateral (select ${subjectOf(prefix)} as id) subject
    cross join unnest(${types}::text[], ${sampleTypes}::text[], ${volumes}::bigint[], ${counts}::int[])
      with ordinality kit (tube_type, sample_type, volume_nl, tubes, place)
    cross join lateral generate_series(1, kit.tubes) tube
    order by patient, kit.place, tube
  `.execute(trx)
}
