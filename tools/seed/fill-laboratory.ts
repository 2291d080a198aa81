import { SampleListQuery } from '@lims/contract/samples.ts'
import { demoPeople } from '../../server/src/auth/demo-people.ts'
import { savePerson } from '../../server/src/auth/session-queries.ts'
import { createBatch } from '../../server/src/batches/create-batch.ts'
import { createPatientBatch } from '../../server/src/batches/create-patient-batch.ts'
import type { Db, Transaction } from '../../server/src/db/database.ts'
import { inTransaction } from '../../server/src/db/in-transaction.ts'
import { receiveSample } from '../../server/src/samples/receive-sample.ts'
import { listSamples } from '../../server/src/samples/sample-list-queries.ts'
import { updateStatuses } from '../../server/src/samples/update-statuses.ts'
import { diaryOf, type Entry } from './diary.ts'
import { type Study, studies } from './studies.ts'

/** The ids of each study's tubes, once it is registered. */
type Tubes = Map<Study, string[]>

/** Lets the demo people live through the diary of a small laboratory, by the rules that hold for everybody; all of it or nothing. */
export function fillLaboratory(db: Db, today: Date) {
  const diary = diaryOf(studies, today)
  const firstDay = diary[0]?.at ?? today
  return inTransaction(db, async (trx) => {
    for (const { id, name, email } of demoPeople) {
      await savePerson(trx, { id, name, email, avatar: null }, firstDay)
    }
    const tubes: Tubes = new Map()
    let changes = 0
    for (const entry of diary) changes += await write(trx, entry, tubes)
    return { batches: tubes.size, samples: [...tubes.values()].flat().length, changes }
  })
}

/** Answers how many samples changed their status. */
async function write(trx: Transaction, entry: Entry, tubes: Tubes): Promise<number> {
  const by = { userId: entry.by, at: entry.at }
  if (entry.does === 'register') {
    tubes.set(entry.study, await register(trx, entry.study, by))
    return 0
  }
  const idOf = (tube: number) => tubes.get(entry.study)?.[tube] ?? ''
  const notes = entry.notes || undefined
  if (entry.does === 'move') {
    return updateStatuses(trx, { sampleIds: entry.tubes.map(idOf), newStatus: entry.to, notes }, by)
  }
  await receiveSample(trx, { identifier: idOf(entry.tube), notes }, by)
  return 1
}

async function register(trx: Transaction, study: Study, by: { userId: string; at: Date }): Promise<string[]> {
  const { id } =
    study.kind === 'patients'
      ? await createPatientBatch(trx, study.batch, by)
      : await createBatch(trx, study.batch, by)
  const samples = await listSamples(trx, SampleListQuery.parse({ batchId: id, pageSize: 1000 }))
  return samples.map((sample) => sample.id)
}
