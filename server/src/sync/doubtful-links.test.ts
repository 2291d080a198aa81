import { rmSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { withholdPermission } from '../../test/withhold-permission.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
withholdPermission(lab.app, 'mia', 'subject.read')
const { scan, messages, status, untilEnded } = scanning(lab)
beforeEach(() => repository.clear())

const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const eventsOf = (id: string) =>
  lab.db.selectFrom('audit_event').selectAll().where('entity_id', '=', id).orderBy('id').execute()

async function linked() {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  const { md5 } = repository.add('T0000001.bam', makeBam(['T0000001']))
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  return { id, md5 }
}

test('D14 a linked file committed again with the name of another sample is in doubt, and no longer used', async () => {
  const { id, md5 } = await linked()
  await lab.addSample({ alias: 'T0000002', name: 'NB-2' })
  repository.add('T0000001.bam', makeBam(['T0000002']))
  await scan()

  const why = 'T0000001.bam is of NB-1 (T0000001) by its path, but of T0000002 by its header'
  expect(await sampleOf(id)).toMatchObject({
    bamFileUri: null,
    version: 3,
    metadata: { bamDoubt: why, bamDoubtedUri: 'T0000001.bam', bamMd5: md5 },
  })
  expect((await messages()).sort()).toEqual([
    'T0000001.bam is linked to NB-1 (T0000001), and that link is in doubt: see the sample',
    why,
  ])
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    action: 'sample.doubt-bam',
    before: { bamFileUri: 'T0000001.bam', bamMd5: md5 },
    after: { bamFileUri: null, bamDoubt: why, version: 3 },
  })

  await scan()
  expect((await sampleOf(id)).version).toBe(3)
  expect((await status()).totalErrors).toBe(2)
})

test('a save over a link and a doubt about it names the BAM file as one field', async () => {
  const { id } = await linked()
  repository.add('T0000001.bam', makeBam(['T0000002']))
  await scan()
  const reply = await lab.post('/samples/update', { id, version: 1, notes: 'clear' })
  expect(reply.json().message).toBe('Not saved: Ada Lindqvist changed bamFileUri of NB-1.')
})

test('the doubt about a link names no subject of a header to who may not see subjects', async () => {
  const { id } = await linked()
  const before = (await eventsOf(id)).length
  repository.add('T0000001.bam', makeBam(['Sbj-4711']))
  await scan()

  const mia = await lab.signIn('mia', 'Mia Berg')
  const { sample } = (await lab.get('/samples/get', { id }, mia)).json()
  expect(sample).toMatchObject({
    masked: true,
    metadata: { bamDoubt: 'T0000001.bam is of NB-1 (T0000001) by its path, but not by its header' },
  })
  for (const [path, query] of [
    ['/samples/list', {}],
    ['/samples/tree', {}],
    ['/audit/history', { entityType: 'sample', entityId: id }],
  ] as const) {
    const [whole, masked] = await Promise.all([lab.get(path, query), lab.get(path, query, mia)])
    expect(whole.body, path).toContain('Sbj-4711')
    expect(masked.statusCode, path).toBe(200)
    expect(masked.body, path).not.toContain('Sbj-4711')
  }
  expect((await eventsOf(id)).length).toBe(before + 1)
})

test('a repeated start of a scan names no subject of a header to a token that may not see subjects', async () => {
  await linked()
  repository.add('T0000001.bam', makeBam(['Sbj-4711']))
  await scan()
  const trigger = (token: string) => lab.post('/sync/trigger', {}, token, { 'idempotency-key': 'scan-1' })
  expect((await trigger(lab.token())).body).toContain('Sbj-4711')
  const { token } = await apiTokens(lab).create({ permissions: ['sync.run', 'sync.read'] })
  const repeated = await trigger(token)
  expect([repeated.statusCode, repeated.json().success]).toEqual([200, true])
  expect(repeated.body).not.toContain('Sbj-4711')
  expect((await lab.get('/sync/status', {}, token)).body).not.toContain('Sbj-4711')
  await untilEnded()
})

test('D14 a linked file that was cut short is in doubt, and linked again once it is whole', async () => {
  const { id } = await linked()
  const whole = makeBam(['T0000001'], { contigs: 2 })
  const { md5 } = repository.add('T0000001.bam', whole)
  const object = `.dvc/cache/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
  repository.write(object, whole.subarray(0, 100))
  await scan()
  expect(await sampleOf(id)).toMatchObject({
    bamFileUri: null,
    metadata: { bamDoubt: `T0000001.bam has 100 bytes where DVC says ${whole.length}` },
  })

  repository.write(object, whole)
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  const sample = await sampleOf(id)
  expect(sample).toMatchObject({ bamFileUri: 'T0000001.bam', metadata: { bamMd5: md5 } })
  expect(sample.metadata).not.toHaveProperty('bamDoubt')
})

test('the event of a link that is sure again says that the address is back, and so does a save over it', async () => {
  const { id } = await linked()
  repository.add('T0000001.bam', makeBam(['T0000002']))
  await scan()
  repository.add('T0000001.bam', makeBam(['T0000001']))
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    action: 'sample.link-bam',
    before: { bamFileUri: null },
    after: { bamFileUri: 'T0000001.bam', version: 4 },
  })
  const reply = await lab.post('/samples/update', { id, version: 3, notes: 'clear' })
  expect(reply.json().message).toBe('Not saved: Ada Lindqvist changed bamFileUri of NB-1.')
})

test('D14 a file that names another sample now is linked to that one, and in doubt at the first', async () => {
  const first = await lab.addSample({ alias: 'T0000001' })
  const second = await lab.addSample({ alias: 'T0000002' })
  repository.add('lane7.bam', makeBam(['T0000001']))
  await scan()
  repository.add('lane7.bam', makeBam(['T0000002']))
  await scan()
  expect(await sampleOf(first.id)).toMatchObject({
    bamFileUri: null,
    metadata: { bamDoubt: expect.any(String) },
  })
  expect(await sampleOf(second.id)).toMatchObject({ bamFileUri: 'lane7.bam' })
})

test('D14 a person who enters an address ends the doubt, be it the address in doubt', async () => {
  const { id } = await linked()
  repository.add('T0000001.bam', makeBam(['LIB-77']))
  await scan()
  expect((await sampleOf(id)).bamFileUri).toBeNull()
  await lab.post('/samples/update', { id, bamFileUri: 'T0000001.bam' })
  const sample = await sampleOf(id)
  expect(sample.bamFileUri).toBe('T0000001.bam')
  expect(sample.metadata).not.toHaveProperty('bamDoubt')
})

test('a doubt whose reason is cut within an emoji is kept, and the scan ends', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  await lab.addSample({ alias: 'T0000002', name: 'NB-2' })
  const start = `${`${'a'.repeat(99)}/`.repeat(4)}${'a'.repeat(99)}`
  const path = `${start}😀/T0000001.bam`
  repository.add('x.bam', makeBam(['T0000001']), { path })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  repository.add('x.bam', makeBam(['T0000002']), { path })

  await scan()

  expect(await messages()).not.toContain('A scan broke off: something went wrong on the server.')
  expect(await sampleOf(id)).toMatchObject({ bamFileUri: null, metadata: { bamDoubt: `${start}\ufffd` } })
})

test('D15 a link that a person took off stays off when the file goes, comes back, moves and changes', async () => {
  const { id } = await linked()
  await lab.post('/samples/update', { id, bamFileUri: '' })
  const off = async () => {
    expect(await scan()).toMatchObject({ samplesLinked: 0 })
    expect((await sampleOf(id)).bamFileUri).toBeNull()
  }
  await off()
  repository.clear()
  await off()
  repository.add('T0000001.bam', makeBam(['T0000001']))
  await off()
  repository.add('T0000001.bam', makeBam(['T0000001'], { contigs: 3 }))
  await off()
  repository.clear()
  repository.add('moved/T0000001.bam', makeBam(['T0000001'], { contigs: 3 }))
  await off()

  await lab.post('/samples/update', { id, bamFileUri: 'moved/T0000001.bam' })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  repository.add('moved/T0000001.bam', makeBam(['T0000001'], { contigs: 4 }))
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
})

test.each([
  ['is empty, as when its disk is not mounted', '', 'is an empty folder'],
  ['holds other things', 'lost+found/x', 'holds no .dvc folder and no DVC file'],
])('D16 a data folder that %s changes no link, and the scan reports the cause', async (_, file, why) => {
  const { id } = await linked()
  rmSync(repository.place('.dvc'), { recursive: true })
  repository.remove('T0000001.bam.dvc')
  if (file) repository.write(file, '')
  await scan()
  expect(await messages()).toEqual([`The data repository ${why}. Is its disk mounted?`])
  expect((await sampleOf(id)).bamFileUri).toBe('T0000001.bam')
  expect((await status()).bamFiles).toBe(1)

  repository.clear()
  repository.add('T0000001.bam', makeBam(['T0000001']))
  expect(await scan()).toMatchObject({ totalErrors: 0, bamFiles: 1 })
})

test('D15 the sample remembers that a person took its link off', async () => {
  const { id } = await linked()
  await lab.post('/samples/update', { id, bamFileUri: '' })
  const row = await lab.db
    .selectFrom('sample')
    .select('bam_taken_off_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.bam_taken_off_at).not.toBeNull()
})

test('D20 a scan of more files than the last one does not say of how many', async () => {
  repository.add('A.bam', makeBam(['A']))
  await scan()
  repository.add('B.bam', makeBam(['B']))
  expect(await scan()).toMatchObject({ filesProcessed: 2, filesExpected: null })
  expect(await scan()).toMatchObject({ filesProcessed: 2, filesExpected: 2 })
})

test('D20 a repository without a .dvc folder at its top is reported in a sentence', async () => {
  rmSync(repository.place('.dvc'), { recursive: true })
  repository.write('A.bam.dvc', 'outs: []\n')
  await scan()
  expect(await messages()).toContain('The data repository has no .dvc folder at its top')
})
