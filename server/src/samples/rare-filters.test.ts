import { maxCountedTotal } from '@lims/contract/paging.ts'
import { maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

vi.setConfig({ testTimeout: 300_000 })

const lab = await openLab()
/** How many samples become COLLECTED, an hour apart. All others stay UNKNOWN, more than count as a rare status. */
const collected = 300
/** How many samples stay without a place when all others are stored. */
const unplaced = 250
/** One of this many samples is in quarantine. */
const quarantined = 31
const samples = maxChosenSamples + collected + 100
const batches = 4
const hoursAfter = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000).toISOString()

async function fillLab(): Promise<string[]> {
  const batchIds: string[] = []
  for (let batch = 0; batch < batches; batch++) batchIds.push(await lab.addBatch({ name: `Batch ${batch}` }))
  await unaudited(lab.db, async (trx) => {
    await sql`
      insert into sample (name, type, batch_id, subject_id, site_id, bam_file_uri, created_at, created_by, updated_at)
      select 'X-' || n, (array['BLOOD', 'CSF', 'DNA'])[1 + n % 3], (${batchIds}::uuid[])[1 + n * ${batches} / ${samples}],
        'P' || n % 500, (array['north', 'north-east', 'south'])[1 + n % 3], case when n % 10 = 0 then 's3://x/' || n || '.bam' end,
        ${hoursAfter(0)}::timestamptz + n * interval '1 minute', 'ada', now()
      from generate_series(0, ${samples - 1}) n order by n
    `.execute(trx)
    await sql`
      insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
      select id, status, 'COLLECTED', ${hoursAfter(1000)}::timestamptz + number * interval '1 hour', 'ada'
      from sample where number % ${Math.floor(samples / collected)} = 0 order by number limit ${collected}
    `.execute(trx)
    await sql`
      insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, reason)
      select id, 'set', custody, 'QUARANTINED', now(), 'ada', 'seen' from sample where number % ${quarantined} = 0
    `.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(lab.db)
  return batchIds
}

/** Stores all samples but a few, which are spread over all batches, in boxes of 50 x 50. */
async function storeMost() {
  const cells = 50 * 50
  await unaudited(lab.db, async (trx) => {
    await sql`
      with box as (
        insert into storage (alias, type, number_rows, number_columns, created_at, created_by, updated_at)
        select 'Box ' || n, 'BOX', 50, 50, now(), 'ada', now()
        from generate_series(0, ${Math.ceil(samples / cells)}::integer) n returning id
      )
      insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
      select boxes.ids[1 + place / ${cells}], 1 + place % ${cells} / 50, 1 + place % 50, id, now(), 'ada'
      from (select array_agg(id) as ids from box) boxes,
        (
          select id, (row_number() over (order by number))::integer - 1 as place from sample
          where number % ${Math.floor(samples / unplaced)} <> 0
        ) stored
    `.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(lab.db)
}

const hasNoPlace = sql`not exists (select from placement where sample_id = sample.id)`

type Filter = [query: Record<string, string>, condition: RawBuilder<unknown>]

const statuses: Filter[] = [
  'UNKNOWN',
  'COLLECTED',
  'SEQUENCED',
  'COLLECTED,SEQUENCED',
  'UNKNOWN,COLLECTED',
].map((status) => [{ status }, sql`sample.status = any(${status.split(',')}::text[])`])

const others = (batchId: string): Filter[] => [
  [{}, sql`true`],
  [{ sampleType: 'BLOOD' }, sql`type = 'BLOOD'`],
  [{ sampleType: 'BLOOD,CSF' }, sql`type in ('BLOOD', 'CSF')`],
  [{ siteId: 'north' }, sql`site_id = 'north'`],
  [{ siteId: 'th' }, sql`site_id like '%th%'`],
  [{ subjectId: 'P100' }, sql`subject_id = 'P100'`],
  [{ subjectId: '10' }, sql`subject_id like '%10%'`],
  [{ batchId }, sql`batch_id = ${batchId}`],
  [{ batchId, sampleType: 'BLOOD,CSF' }, sql`batch_id = ${batchId} and type in ('BLOOD', 'CSF')`],
  [{ name: 'X-10' }, sql`sample.name like 'X-10%'`],
  [{ hasPlace: 'no' }, hasNoPlace],
  [{ hasPlace: 'yes' }, sql`not (${hasNoPlace})`],
  [{ hasFile: 'yes' }, sql`bam_file_uri is not null`],
  [{ hasFile: 'no' }, sql`bam_file_uri is null`],
  [{ custody: 'AVAILABLE' }, sql`sample.custody = 'AVAILABLE'`],
  [{ custody: 'QUARANTINED' }, sql`sample.custody = 'QUARANTINED'`],
  [{ custody: 'MISSING' }, sql`false`],
  [{ createdFrom: hoursAfter(200) }, sql`sample.created_at >= ${hoursAfter(200)}`],
  [{ createdTo: hoursAfter(1) }, sql`sample.created_at < ${hoursAfter(1)}`],
  [{ waitingSince: hoursAfter(1100) }, sql`status_since < ${hoursAfter(1100)}`],
  [{ waitingSince: hoursAfter(100) }, sql`status_since < ${hoursAfter(100)}`],
]

async function namesOf(condition: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select sample.name from sample join batch on batch.id = batch_id where ${condition} order by ${order}
  `.execute(lab.db)
  return rows.map(({ name }) => name)
}

const namesIn = (reply: { json: () => { samples: { name: string }[] } }) =>
  reply.json().samples.map(({ name }) => name)

/** Compares each list, sorted or not, tree, choice and export with what the condition finds. */
async function expectSameSamples(filters: Filter[]) {
  for (const [query, condition] of filters) {
    const what = JSON.stringify(query)
    const byNumber = await namesOf(condition, query.batchId ? sql`sample.number` : sql`sample.number desc`)
    const inTree = await namesOf(condition, sql`batch.number desc, sample.number`)
    const total = { totalSamples: byNumber.length, totalIsExact: true }
    const counted = (await lab.get('/samples/list', query)).json()
    if (counted.totalIsExact) expect(counted, what).toMatchObject(total)
    else
      expect([counted.totalSamples, byNumber.length > maxCountedTotal], what).toEqual([maxCountedTotal, true])
    for (const pageNumber of [0, 2]) {
      const page = { ...query, pageSize: '20', pageNumber: `${pageNumber}` }
      const wanted = byNumber.slice(pageNumber * 20, pageNumber * 20 + 20)
      expect(namesIn(await lab.get('/samples/list', page)), what).toEqual(wanted)
    }
    const byName = await namesOf(condition, sql`lower(sample.name) collate "C" desc`)
    const sorted = await lab.get('/samples/list', { ...query, sort: '-name', pageSize: '20' })
    expect(namesIn(sorted), what).toEqual(byName.slice(0, 20))
    const tree = await lab.get('/samples/tree', { ...query, pageSize: '20' })
    expect(namesIn(tree), what).toEqual(inTree.slice(0, 20))
    const matching = await lab.get('/samples/matching', query)
    if (byNumber.length > maxChosenSamples) expect(matching.statusCode, what).toBe(400)
    else expect(namesIn(matching), what).toEqual(inTree)
    if (byNumber.length > 2 * collected) continue
    const lines = (await lab.get('/samples/export', query)).body.trim().split('\r\n').slice(1)
    const exported = lines.map((line) => line.split(',')[1])
    expect(exported, what).toEqual(query.batchId ? byNumber : byNumber.toReversed())
  }
  for (const [{ status = '' }, condition] of statuses.slice(0, 3)) {
    const orphans = await lab.get('/samples/orphans', { status, pageSize: '20' })
    const unplaced = await namesOf(sql`${condition} and ${hasNoPlace}`, sql`sample.number desc`)
    expect(namesIn(orphans), status).toEqual(unplaced.slice(0, 20))
    expect(orphans.json().totalSamples, status).toBe(Math.min(unplaced.length, maxCountedTotal))
  }
}

const both = (some: Filter[], others: Filter[]): Filter[] =>
  some.flatMap(([query, condition]) =>
    others.map(([more, matches]): Filter => [{ ...query, ...more }, sql`${condition} and (${matches})`]),
  )

test('any filter alone, and a status or no place beside any other, finds the same samples, whether few or many match', async () => {
  const [, batchId = ''] = await fillLab()
  const withoutPlace: Filter[] = [[{ hasPlace: 'no' }, hasNoPlace]]
  await expectSameSamples([...others(batchId), ...both(statuses, others(batchId))])
  const besidePlace = [...others(batchId).filter(([query]) => !query.hasPlace), ...statuses]
  await expectSameSamples(both(withoutPlace, besidePlace))
  await storeMost()
  await expectSameSamples(both(withoutPlace, besidePlace))
})
