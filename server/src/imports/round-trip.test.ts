import { manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import { importFields } from '@lims/contract/imports.ts'
import { SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { asOneLine, isBlank } from '@lims/contract/text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { type Lab, openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const here = await openLab()
const elsewhere = await openLab()

const pieces = [
  "'",
  '=',
  '+',
  '-',
  '@',
  '＝',
  '"',
  ',',
  ';',
  '\t',
  ' ',
  '\r',
  '\n',
  '\r\n',
  'N/A',
  '_x0041_',
  '0',
  '1e5',
]
const anyText = (longest: number) =>
  fc
    .oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((some) => some.join('')),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ maxLength: longest }),
    )
    // Stored text is composed (NFC), trimmed and has no NUL.
    .map((text) => text.replaceAll('\0', '').normalize('NFC').trim().slice(0, longest).trim())
    .filter((text) => text.isWellFormed())
const orNothing = (longest: number) => anyText(longest).map((text) => (isBlank(text) ? null : text))
/** Names and IDs are stored in one line. */
const anyLine = (longest: number) => anyText(longest).map((text) => asOneLine(text))
const lineOrNothing = (longest: number) => anyLine(longest).map((text) => (isBlank(text) ? null : text))

const aTime = fc.option(fc.date({ min: new Date('1990-01-01'), max: testNow, noInvalidDate: true }))

/** A sample has the time of its current status. */
const timeOf: Partial<Record<SampleStatus, 'collected_at' | 'received_at' | 'qc_at' | 'processed_at'>> = {
  COLLECTED: 'collected_at',
  RECEIVED: 'received_at',
  PROCESSED: 'processed_at',
  QC_PASS: 'qc_at',
  QC_FAIL: 'qc_at',
}

const aSample = fc
  .record({
    name: anyLine(200).filter((name) => !isBlank(name) && name !== notAvailable),
    type: fc.constantFrom(...SampleType.options),
    status: fc.constantFrom(...SampleStatus.options),
    volume_nl: fc.nat({ max: 2 ** 31 - 1 }).map((nl) => nl * 7),
    notes: anyText(2000).map((text) => (isBlank(text) ? '' : text)),
    subject_id: lineOrNothing(100),
    site_id: lineOrNothing(60),
    visit_id: lineOrNothing(40),
    bam_file_uri: orNothing(2000),
    tube_type: orNothing(60),
    collected_at: aTime,
    received_at: aTime,
    qc_at: aTime,
    processed_at: aTime,
    archived_at: aTime,
    /** Index of its parent among the samples before it, if that is not itself a child. */
    parent: fc.option(fc.nat({ max: 20 })),
  })
  .map((sample) => {
    const column = timeOf[sample.status]
    return column ? { ...sample, [column]: sample[column] ?? testNow } : sample
  })
type ASample = typeof aSample extends fc.Arbitrary<infer S> ? S : never

async function fill(lab: Lab, samples: ASample[]): Promise<string> {
  const batchId = await lab.addBatch({ name: `Batch ${crypto.randomUUID()}` })
  const made: { id: string; isChild: boolean }[] = []
  for (const { parent, ...columns } of samples) {
    const candidate = made[parent ?? -1]
    const parentId = candidate && !candidate.isChild ? candidate.id : null
    const own = { batch_id: batchId, parent_sample_id: parentId, ...columns }
    const actor = { created_at: testNow, created_by: 'ada', updated_at: testNow }
    const row = { ...own, ...actor }
    const { id } = await unaudited(lab.db, (trx) =>
      trx.insertInto('sample').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    made.push({ id, isChild: parentId !== null })
  }
  return batchId
}

const columns = (leftOut: string[]) => {
  const fields: Record<string, string> = { id: 'sourceId', parentSampleId: 'parent' }
  return manifestColumns
    .map((column) => fields[column] ?? column)
    .map((field) => (field in importFields && !leftOut.includes(field) ? field : ''))
    .join(',')
}

const manifest = (lab: Lab, id: string, format: string) => lab.get('/batches/manifest', { id, format })

async function importInto(lab: Lab, file: Uint8Array, leftOut: string[] = []): Promise<string> {
  const query = { columns: columns(leftOut), batchName: `Copy ${crypto.randomUUID()}` }
  const { lines } = await importing(lab).apply(file, query)
  expect(lines.at(-1)).toMatchObject({ success: true })
  return lines.at(-1).batch.id
}

/** Returns a CSV manifest without ids and batch names, which differ between batches. */
async function bytesOf(lab: Lab, batchId: string, alsoTubeIds: boolean): Promise<string> {
  const rows = await lab.db
    .selectFrom('sample')
    .innerJoin('batch', 'batch.id', 'sample.batch_id')
    .select(['sample.id', 'sample.alias', 'batch.name as batch_name'])
    .where('batch_id', '=', batchId)
    .orderBy('sample.number')
    .execute()
  const { body } = await manifest(lab, batchId, 'csv')
  return rows.reduce((csv, { id, alias, batch_name }, index) => {
    const general = csv
      .replaceAll(id, `id-${index}`)
      .replaceAll(batch_name, 'batch')
      .replaceAll(batchId, 'batch-id')
    return alsoTubeIds ? general.replaceAll(`,${alias},`, `,tube-${index},`) : general
  }, body)
}

/** Shrinking is off: each run starts processes, so that finding a smaller example would take minutes. */
const runs = { numRuns: 10, endOnFailure: true }
const samples = fc.array(aSample, { minLength: 1, maxLength: 25 })

test.each(['csv', 'xlsx'])(
  'D23 a manifest (%s) imported into another batch gives the same manifest, byte by byte',
  { timeout: 120_000 },
  async (format) => {
    await fc.assert(
      fc.asyncProperty(samples, async (some) => {
        const from = await fill(here, some)
        const { rawPayload } = await manifest(here, from, format)
        const to = await importInto(here, rawPayload, ['alias'])
        expect(await bytesOf(here, to, true)).toBe(await bytesOf(here, from, true))
      }),
      runs,
    )
  },
)

test.each(['csv', 'xlsx'])(
  'D23 a manifest (%s) of one system is the import of another, tube IDs included',
  { timeout: 120_000 },
  async (format) => {
    await fc.assert(
      fc.asyncProperty(samples, async (some) => {
        const from = await fill(here, some)
        const { rawPayload } = await manifest(here, from, format)
        const to = await importInto(elsewhere, rawPayload)
        expect(await bytesOf(elsewhere, to, false)).toBe(await bytesOf(here, from, false))
      }),
      runs,
    )
  },
)
