import { errorTexts } from '@lims/contract/errors.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { answer, change } from '../http/answer.ts'
import { receiveSample } from './receive-sample.ts'
import { countSamples, listSamples } from './sample-list-queries.ts'
import { asSample, findSample, listLifecycleEvents } from './sample-queries.ts'
import { updateLifecycle } from './update-lifecycle.ts'

export function sampleRoutes(app: FastifyInstance) {
  answer(app, samplesApi.get, async (db, { query }) => ({ sample: asSample(await getSample(db, query.id)) }))
  answer(app, samplesApi.list, (db, { query }) => pageOfSamples(db, query))
  answer(app, samplesApi.search, (db, { query }) => pageOfSamples(db, query))

  answer(app, samplesApi.history, async (db, { query }) => {
    const sample = await getSample(db, query.sampleId)
    return { events: await listLifecycleEvents(db, sample.id) }
  })

  change(app, samplesApi.updateLifecycle, async (trx, { body, by }) => ({
    success: true as const,
    sample: await updateLifecycle(trx, body, by),
  }))

  change(app, samplesApi.receive, async (trx, { body, by }) => ({
    success: true as const,
    sample: await receiveSample(trx, body, by),
  }))
}

async function getSample(db: Db, id: string) {
  const sample = await findSample(db, id)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)
  return sample
}

async function pageOfSamples(db: Db, query: SampleListQuery) {
  const [samples, { total, isExact }] = await Promise.all([listSamples(db, query), countSamples(db, query)])
  return { samples: samples.map(asSample), totalSamples: total, totalIsExact: isExact }
}
