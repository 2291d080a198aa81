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
import { arrangeSamples } from '../../server/src/storage/arrange-samples.ts'
import { diaryOf, type Entry } from './diary.ts'
import { addBox, furnish, type RackName } from './furniture.ts'
import { type Study, studies } from './studies.ts'

type Actor = { userId: string; at: Date }
/** What a study has, once it is registered. `taken` counts the cells of its box that were ever used. */
type Kept = { tubeIds: string[]; boxId: number; taken: number }
type Laboratory = { racks: Map<RackName, number>; kept: Map<Study, Kept> }

/** Lets the demo people live through the diary of a small laboratory, by the rules that hold for everybody; all of it or nothing. */
export function fillLaboratory(db: Db, today: Date) {
  const diary = diaryOf(studies, today)
  const firstDay = diary[0]?.at ?? today
  return inTransaction(db, async (trx) => {
    for (const { id, name, email } of demoPeople) {
      await savePerson(trx, { id, name, email, avatar: null }, firstDay)
    }
    const racks = await furnish(trx, { userId: 'demo-ada', at: firstDay })
    const laboratory: Laboratory = { racks, kept: new Map() }
    for (const entry of diary) await write(trx, entry, laboratory)
    const samples = [...laboratory.kept.values()].flatMap(({ tubeIds }) => tubeIds).length
    return { batches: studies.length, samples, entries: diary.length }
  })
}

async function write(trx: Transaction, entry: Entry, { racks, kept }: Laboratory) {
  const actor = { userId: entry.actor, at: entry.at }
  if (entry.does === 'register') {
    kept.set(entry.study, await register(trx, entry.study, racks, actor))
    return
  }
  const ofStudy = kept.get(entry.study)
  if (!ofStudy) throw new Error(`${entry.study.batch.name} is not registered yet`)
  const idsOf = (tubes: number[]) => tubes.map((tube) => ofStudy.tubeIds[tube] ?? '')
  if (entry.does === 'receive') {
    const [identifier = ''] = idsOf([entry.tube])
    await receiveSample(trx, { identifier, notes: entry.notes || undefined }, actor)
  } else if (entry.does === 'move') {
    const { to: newStatus, notes } = entry
    await updateStatuses(trx, { sampleIds: idsOf(entry.tubes), newStatus, notes: notes || undefined }, actor)
  } else {
    const cellFor = entry.does === 'store' ? () => nextCell(entry.study, ofStudy) : () => ({ storageId: 0 })
    await arrangeSamples(
      trx,
      { moves: idsOf(entry.tubes).map((sampleId) => ({ sampleId, ...cellFor() })) },
      actor,
    )
  }
}

function nextCell({ box }: Study, ofStudy: Kept) {
  const place = ofStudy.taken++
  return {
    storageId: ofStudy.boxId,
    rowCoordinate: Math.floor(place / box.cells) + 1,
    columnCoordinate: (place % box.cells) + 1,
  }
}

async function register(
  trx: Transaction,
  study: Study,
  racks: Laboratory['racks'],
  actor: Actor,
): Promise<Kept> {
  const { id } =
    study.kind === 'patients'
      ? await createPatientBatch(trx, study.batch, actor)
      : await createBatch(trx, study.batch, actor)
  const { samples } = await listSamples(trx, SampleListQuery.parse({ batchId: id, pageSize: 1000 }))
  const { alias, cells, rack } = study.box
  const boxId = await addBox(trx, alias, cells, racks.get(rack) ?? 0, actor)
  return { tubeIds: samples.map((sample) => sample.id), boxId, taken: 0 }
}
