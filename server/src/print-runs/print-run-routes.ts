import { type LabelPageQuery, printRunsApi } from '@lims/contract/print-runs.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { auditDownload } from '../http/download.ts'
import { inputOf, read, route, write } from '../http/endpoints.ts'
import { labelOf, type Printing } from '../labels/generate-label.ts'
import { getSample } from '../samples/sample-queries.ts'
import { getActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { finishPrintRun } from './finish-print-run.ts'
import { markPrintLabels } from './mark-print-labels.ts'
import {
  countPrintedInBatch,
  countPrintedOfChosen,
  listLabels,
  listPrintsOfSample,
  listSamplesOfLabels,
} from './print-label-queries.ts'
import { asRun, findOpenRun, findOpenRunOfChosen, getLastChangeAt, getRun } from './print-run-queries.ts'
import { eventOfBatchLabels, readBatchLabels } from './read-batch-labels.ts'
import { resumePrintRun } from './resume-print-run.ts'
import { startPrintRun } from './start-print-run.ts'

export function printRunRoutes(
  app: FastifyInstance,
  { labelStock: stock, laboratoryTime: { zone } }: Pick<Config, 'labelStock' | 'laboratoryTime'>,
) {
  write(app, printRunsApi.start, async (trx, { body, actor }) => ({
    ...succeeded,
    run: await startPrintRun(trx, body, actor),
  }))
  write(app, printRunsApi.mark, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await markPrintLabels(trx, body, actor)),
  }))
  write(app, printRunsApi.resume, async (trx, { body, actor }) => ({
    ...succeeded,
    run: await resumePrintRun(trx, body, actor),
  }))
  write(app, printRunsApi.finish, async (trx, { body, actor }) => ({
    ...succeeded,
    run: await finishPrintRun(trx, body, actor),
  }))

  read(app, printRunsApi.get, async (db, { query }) => ({ run: asRun(await getRun(db, query.runId)) }))

  read(app, printRunsApi.open, async (db, { query, actor }) => {
    return describeOpenRun(db, await findOpenRun(db, query.batchId), actor)
  })

  read(app, printRunsApi.openOfChosen, async (db, { actor }) => {
    return describeOpenRun(db, await findOpenRunOfChosen(db, actor.userId), actor)
  })

  read(app, printRunsApi.printedBefore, (db, { query }) => countPrintedInBatch(db, query.batchId))

  read(app, printRunsApi.chosenPrintedBefore, (db, { body }) => countPrintedOfChosen(db, body.sampleIds))

  read(app, printRunsApi.labels, async (db, { query, actor }) => ({
    labels: await readLabels(db, query, { stock, zone, seesSubjects: seesSubjects(actor) }),
    stock,
  }))

  route(app, printRunsApi.batchLabels, async (request) => {
    const { query } = inputOf<typeof printRunsApi.batchLabels>(request)
    const actor = getActor(request)
    const withSubjects = seesSubjects(actor)
    const page = await readBatchLabels(app.db, query, { stock, zone, seesSubjects: withSubjects })
    // HEAD takes no label out.
    if (request.method === 'HEAD') return page
    const content = { totalLabels: page.totalLabels, withSubjects }
    const event = await eventOfBatchLabels(app.db, query, content, actor)
    if (event) await auditDownload(app, event, actor)
    return page
  })

  read(app, printRunsApi.ofSample, async (db, { query, actor }) => {
    const { id } = await getSample(db, query.sampleId)
    const prints = await listPrintsOfSample(db, id, actor.userId)
    return {
      count: prints.filter(({ state }) => state === 'sent').length,
      now: actor.at.toISOString(),
      prints: prints.map(({ run_id, place, at, state, name, reason, is_run_open }) => ({
        runId: run_id,
        place,
        at: at.toISOString(),
        state,
        userName: name,
        reason,
        isRunOpen: is_run_open === true,
      })),
    }
  })
}

async function describeOpenRun(db: Db, run: Awaited<ReturnType<typeof findOpenRun>>, { at }: Actor) {
  if (!run) return { run: null, quietSeconds: null }
  const quietMs = at.getTime() - (await getLastChangeAt(db, run.id)).getTime()
  return { run: asRun(run), quietSeconds: Math.max(0, Math.round(quietMs / 1000)) }
}

async function readLabels(db: Db, query: LabelPageQuery, printing: Printing) {
  await getRun(db, query.runId)
  const labels = await listLabels(db, query)
  const samples = await listSamplesOfLabels(db, labels)
  return labels.map((label) => {
    const sample = samples.get(label.sample_id)
    return {
      place: label.place,
      sampleId: label.sample_id,
      // What is on a label that came out; the others will have the present name.
      sampleName: label.state === 'sent' ? label.sample_name : (sample?.name ?? label.sample_name),
      tubeId: label.tube_id,
      state: label.state,
      reason: label.reason,
      attempts: label.attempts,
      labelData: sample ? labelOf(sample, { errorCorrection: 'Q' }, printing) : null,
    }
  })
}
