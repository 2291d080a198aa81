import { SampleListQuery } from '@lims/contract/samples.ts'
import { demoPeople } from '../../server/src/auth/demo-people.ts'
import { createBatch } from '../../server/src/batches/create-batch.ts'
import { createPatientBatch } from '../../server/src/batches/create-patient-batch.ts'
import type { Db, Transaction } from '../../server/src/db/database.ts'
import { inTransaction } from '../../server/src/db/in-transaction.ts'
import { receiveSample } from '../../server/src/samples/receive-sample.ts'
import { listSamples } from '../../server/src/samples/sample-list-queries.ts'
import { updateStatuses } from '../../server/src/samples/update-statuses.ts'
import { savePerson } from '../../server/src/sessions/session-queries.ts'
import { arrangeSamples } from '../../server/src/storage/arrange-samples.ts'
import { getStorage } from '../../server/src/storage/storage-queries.ts'
import { fillCustody } from './custody.ts'
import { addHalfDoneMove } from './half-done-move.ts'
import { countOneFreezer } from './open-stock-take.ts'
import { addPickLists } from './pick-lists.ts'
import { addBox, createStorages, type RackName } from './storage-layout.ts'
import { type Study, studies } from './studies.ts'
import { postTemperatures } from './temperatures.ts'
import { buildTimeline, type TimelineEntry } from './timeline.ts'

type Actor = { userId: string; at: Date }
/** State of a registered study. `usedCells` counts the cells of its box that have been used so far. */
type RegisteredStudy = { sampleIds: string[]; boxId: number; usedCells: number }
type Laboratory = { racks: Map<RackName, number>; registered: Map<Study, RegisteredStudy> }

/**
 * Creates the demo data in one transaction by calling the same use cases as the API, with the demo people as actors.
 */
export function fillLaboratory(db: Db, today: Date) {
  const timeline = buildTimeline(studies, today)
  const firstDay = timeline[0]?.at ?? today
  return inTransaction(db, async (trx) => {
    for (const { id, name, email } of demoPeople) {
      await savePerson(trx, { id, name, email, avatar: null }, firstDay)
    }
    const racks = await createStorages(trx, { userId: 'demo-ada', at: firstDay })
    const laboratory: Laboratory = { racks, registered: new Map() }
    for (const entry of timeline) await applyEntry(trx, entry, laboratory)
    // First: what thaws depends on the temperature of the freezer.
    const monitored = await getStorage(trx, racks.get('Rack A') ?? 0)
    await postTemperatures(trx, monitored.parent_id ?? 0, { userId: 'demo-ada', at: today })
    const sampleIds = [...laboratory.registered.values()].flatMap((study) => study.sampleIds)
    await fillCustody(trx, sampleIds, today)
    await addPickLists(trx, today)
    await countOneFreezer(trx, 'Freezer 1 (-80 °C)', { userId: 'demo-ada', at: today })
    await addHalfDoneMove(trx, today)
    const samples = sampleIds.length
    return { batches: studies.length, samples, entries: timeline.length }
  })
}

async function applyEntry(trx: Transaction, entry: TimelineEntry, { racks, registered }: Laboratory) {
  const actor = { userId: entry.personId, at: entry.at }
  if (entry.action === 'register') {
    registered.set(entry.study, await register(trx, entry.study, racks, actor))
    return
  }
  const study = registered.get(entry.study)
  if (!study) throw new Error(`${entry.study.batch.name} is not registered yet`)
  const sampleIdsOf = (tubes: number[]) => tubes.map((tube) => study.sampleIds[tube] ?? '')
  if (entry.action === 'receive') {
    const [identifier = ''] = sampleIdsOf([entry.tube])
    await receiveSample(trx, { identifier, notes: entry.notes || undefined }, actor)
  } else if (entry.action === 'change-status') {
    const { status: newStatus, notes } = entry
    await updateStatuses(
      trx,
      { sampleIds: sampleIdsOf(entry.tubes), newStatus, notes: notes || undefined },
      actor,
    )
  } else {
    const cellFor = entry.action === 'store' ? () => nextCell(entry.study, study) : () => ({ storageId: 0 })
    await arrangeSamples(
      trx,
      { moves: sampleIdsOf(entry.tubes).map((sampleId) => ({ sampleId, ...cellFor() })) },
      actor,
    )
  }
}

function nextCell({ box }: Study, registered: RegisteredStudy) {
  const index = registered.usedCells++
  return {
    storageId: registered.boxId,
    rowCoordinate: Math.floor(index / box.cells) + 1,
    columnCoordinate: (index % box.cells) + 1,
  }
}

async function register(
  trx: Transaction,
  study: Study,
  racks: Laboratory['racks'],
  actor: Actor,
): Promise<RegisteredStudy> {
  const { id } =
    study.kind === 'patients'
      ? await createPatientBatch(trx, study.batch, actor)
      : await createBatch(trx, study.batch, actor)
  const { samples } = await listSamples(trx, SampleListQuery.parse({ batchId: id, pageSize: 1000 }))
  const { alias, cells, rack } = study.box
  const boxId = await addBox(trx, alias, cells, racks.get(rack) ?? 0, actor)
  return { sampleIds: samples.map((sample) => sample.id), boxId, usedCells: 0 }
}
