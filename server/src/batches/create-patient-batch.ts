import {
  type AddPatientBatchBody,
  type Batch,
  kitSize,
  type PatientSubjects,
  type PatientSubjectsQuery,
} from '@lims/contract/batches.ts'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  findBatchOfSubjects,
  hasKnownSubject,
  insertKits,
  type Kits,
  listSubjectDigits,
  lockPrefix,
  type Patients,
} from './batch-sample-queries.ts'
import { registerBatch } from './register-batch.ts'
import { digitsFor, prefixOf } from './sample-naming.ts'

/**
 * Creates a batch with a kit of tubes for each patient. Without a prefix that of the batch name is used; throws
 * `request-invalid` if the subjects would then be those of another batch, or of one that can be restored.
 */
export function createPatientBatch(
  trx: Transaction,
  { name, description, numPatients, tubeTypes, samplePrefix, siteId, visitId }: AddPatientBatchBody,
  actor: Actor,
): Promise<Batch> {
  const kit = tubeTypes.filter(({ count }) => count > 0)
  const prefix = samplePrefix ?? prefixOf(name)
  const metadata = {
    numPatients,
    tubeTypes: kit,
    samplePrefix: prefix,
    ...(siteId ? { siteId } : {}),
    ...(visitId ? { visitId } : {}),
  }
  const numSamples = numPatients * kitSize(kit)
  return registerBatch(trx, { name, description, metadata, numSamples }, actor, async (batchId) => {
    const kits = { batchId, prefix, numPatients, siteId, visitId, kit }
    await lockPrefix(trx, prefix)
    if (samplePrefix === undefined) await assertSubjectsAreNew(trx, kits)
    const digits =
      samplePrefix === undefined
        ? digitsFor(numPatients, 3)
        : await digitsOfKits(trx, { ...kits, seesSubjects: true })
    await insertKits(trx, { ...kits, digits }, actor)
  })
}

/** Returns how many digits the numbers of the patients get: as many as those that have the prefix already. */
async function digitsOfKits(db: Db, patients: Patients): Promise<number> {
  const [known, another] = await listSubjectDigits(db, patients)
  // If the known IDs differ in their number of digits, none of them decides.
  const digits = another === undefined ? known : undefined
  return digits ?? digitsFor(patients.numPatients, 3)
}

/**
 * Returns the subject IDs that `createPatientBatch` would give with this prefix, and whether samples have one of them.
 * For a person who may not see subjects, only IDs count that are at the beginning of the name of a tube.
 */
export async function readPatientSubjects(
  db: Db,
  { samplePrefix: prefix, numPatients, visitId }: PatientSubjectsQuery,
  { seesSubjects }: { seesSubjects: boolean },
): Promise<PatientSubjects> {
  const patients = { prefix, numPatients, seesSubjects }
  const [digits, known] = await Promise.all([
    digitsOfKits(db, patients),
    findBatchOfSubjects(db, { ...patients, visitId }),
  ])
  const isDeleted = !known && seesSubjects && (await hasKnownSubject(db, { ...patients, batchId: undefined }))
  const subject = (patient: number) => `${prefix}-P${String(patient).padStart(digits, '0')}`
  return {
    first: subject(1),
    last: subject(numPatients),
    ...(known && { knownIn: known.name, isVisitKnown: known.isSameVisit }),
    ...(isDeleted && { isDeleted }),
  }
}

/** Whoever enters a prefix may mean the same patients again, such as for another visit. */
async function assertSubjectsAreNew(trx: Transaction, kits: Omit<Kits, 'digits'>) {
  if (!(await hasKnownSubject(trx, kits))) return
  throw new DomainError(
    'request-invalid',
    'Without a Sample Prefix these patients would get subject IDs that another batch uses, or one that was deleted. Please enter a prefix.',
    'samplePrefix',
  )
}
