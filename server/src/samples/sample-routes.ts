import type { SampleListQuery } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import { assertPermission } from '../sessions/require-sign-in.ts'
import { withReason } from '../sessions/with-reason.ts'
import { addChildren } from './add-children.ts'
import { addSample } from './add-sample.ts'
import { deleteSample } from './delete-sample.ts'
import { readSampleTree } from './read-sample-tree.ts'
import { ReceiptGroups } from './receipt-groups.ts'
import { receiveAtOnce, receiveSample } from './receive-sample.ts'
import { listSamples } from './sample-list-queries.ts'
import { asSample, getSample, listChildren, listLifecycleEvents } from './sample-queries.ts'
import { undoAddChildren } from './undo-add-children.ts'
import { undoStatus } from './undo-status.ts'
import { updateLifecycle } from './update-lifecycle.ts'
import { updateSample } from './update-sample.ts'
import { updateStatuses } from './update-statuses.ts'

export function sampleRoutes(app: FastifyInstance) {
  sampleReads(app)

  write(app, samplesApi.add, async (trx, { body, actor }) => ({
    ...succeeded,
    sample: await addSample(trx, body, actor),
  }))

  write(app, samplesApi.addChild, async (trx, { body, actor }) => {
    const samples = await addChildren(trx, body, actor)
    const [only] = samples
    return {
      ...succeeded,
      samples,
      count: samples.length,
      ...(only && samples.length === 1 ? { sample: only } : {}),
    }
  })

  write(app, samplesApi.undoAddChild, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await undoAddChildren(trx, body, actor, {
      mayDelete: actor.access.permissions.has('sample.delete'),
    })),
  }))

  write(app, samplesApi.update, async (trx, { body, actor }) => {
    if (body.status !== undefined) await assertPermission(app, actor, 'sample.status')
    return { ...succeeded, sample: await updateSample(trx, body, withReason(actor, body.reason)) }
  })

  write(app, samplesApi.delete, async (trx, { query, body, actor }) => ({
    ...succeeded,
    deletionId: await deleteSample(trx, query.id, withReason(actor, body?.reason)),
    numSamples: 1,
  }))

  write(app, samplesApi.updateLifecycle, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await updateLifecycle(trx, body, withReason(actor, body.reason))),
  }))

  write(app, samplesApi.updateStatuses, async (trx, { body, actor }) => {
    const eventIds = await updateStatuses(trx, body, withReason(actor, body.reason))
    return { ...succeeded, count: eventIds.length, eventIds }
  })

  write(app, samplesApi.undoStatus, async (trx, { body, actor }) => ({
    ...succeeded,
    count: await undoStatus(trx, body, withReason(actor, body.reason)),
  }))

  const receipts = new ReceiptGroups(app.db, app.log)
  write(
    app,
    samplesApi.receive,
    async (trx, { body, actor }) => ({ ...succeeded, sample: await receiveSample(trx, body, actor) }),
    {
      atOnce: async ({ body, actor, claim }) => {
        const sample = await receiveAtOnce(app, receipts, body, { actor, claim })
        return sample && { ...succeeded, sample }
      },
    },
  )
}

function sampleReads(app: FastifyInstance) {
  read(app, samplesApi.get, async (db, { query }) => ({ sample: asSample(await getSample(db, query.id)) }))
  read(app, samplesApi.list, (db, { query }) => pageOfSamples(db, query))
  read(app, samplesApi.search, (db, { query }) => pageOfSamples(db, query))
  read(app, samplesApi.tree, (db, { query }) => readSampleTree(db, query))

  read(app, samplesApi.history, async (db, { query }) => {
    const sample = await getSample(db, query.sampleId)
    return { events: await listLifecycleEvents(db, sample.id) }
  })

  read(app, samplesApi.children, async (db, { query }) => {
    const { id } = await getSample(db, query.sampleId)
    return { children: (await listChildren(db, id)).map(asSample) }
  })

  read(app, samplesApi.subject, async (db, { query }) => {
    const { subject_id, site_id } = await getSample(db, query.sampleId)
    return { subjectId: subject_id, siteId: site_id }
  })

  read(app, samplesApi.info, async (db, { query }) => {
    const row = await getSample(db, query.id)
    const [children, parent] = await Promise.all([
      listChildren(db, row.id),
      row.parent_sample_id ? getSample(db, row.parent_sample_id) : null,
    ])
    const sample = asSample(row)
    const batch = { id: sample.batchId, name: sample.batchName }
    return { sample, batch, parent: parent && asSample(parent), children: children.map(asSample) }
  })
}

async function pageOfSamples(db: Db, query: SampleListQuery) {
  const { total, isExact, ...listed } = await listSamples(db, query)
  return { ...listed, totalSamples: total, totalIsExact: isExact }
}
