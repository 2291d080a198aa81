import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => repository.clear())

const placeOf = (md5: string) => `.dvc/cache/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
const uriOf = async ({ id }: { id: string }): Promise<string | null> =>
  (await lab.get('/samples/get', { id })).json().sample.bamFileUri

/** The DVC files and BAM files that the last scan has read, and not taken as known. */
async function readLast() {
  const { id } = await lab.db
    .selectFrom('sync_run')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const of = (table: 'dvc_file' | 'data_file') =>
    lab.db.selectFrom(table).select('path').where('run_id', '=', id).orderBy('path').execute()
  const [dvcFiles, bams] = [await of('dvc_file'), await of('data_file')]
  return { dvcFiles: dvcFiles.map(({ path }) => path), bams: bams.map(({ path }) => path) }
}

test('what has not changed is not read again, and what has is', async () => {
  for (const name of ['A', 'B', 'C']) repository.add(`${name}.bam`, makeBam([name]))
  repository.write('broken.dvc', '[')
  const all = {
    dvcFiles: ['A.bam.dvc', 'B.bam.dvc', 'C.bam.dvc', 'broken.dvc'],
    bams: ['A.bam', 'B.bam', 'C.bam'],
  }
  await scan()
  expect(await readLast()).toEqual(all)

  expect(await scan()).toMatchObject({ filesProcessed: 4, bamFiles: 3, totalErrors: 2 })
  // What could not be read is tried again.
  expect(await readLast()).toEqual({ dvcFiles: ['broken.dvc'], bams: [] })

  repository.add('B.bam', makeBam(['B'], { contigs: 2 }))
  await scan()
  expect(await readLast()).toEqual({ dvcFiles: ['B.bam.dvc', 'broken.dvc'], bams: ['B.bam'] })

  repository.write('.dvc/config', '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://new\n')
  await scan()
  expect(await readLast()).toEqual(all)
})

test('a DVC file that an earlier version has read is read again once', async () => {
  repository.add('A.bam', makeBam(['A']))
  await scan()
  await lab.db.deleteFrom('data_file').execute()
  const withoutVersion = sql<string>`regexp_replace(signature, '^v\\d+[+]', '')`
  await lab.db.updateTable('dvc_file').set({ signature: withoutVersion }).execute()
  for (const bams of [['A.bam'], []]) {
    await scan()
    expect((await readLast()).bams).toEqual(bams)
  }
})

test('a copy that is still growing is reported, and linked once it is whole, though no DVC file changes', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  const bam = makeBam(['T0000001'])
  const { md5 } = repository.add('T0000001.bam', bam)
  const object = placeOf(md5)
  repository.write(object, bam.subarray(0, 100))
  expect(await scan()).toMatchObject({ samplesLinked: 0 })
  expect(await messages()).toEqual([`T0000001.bam has 100 bytes where DVC says ${bam.length}`])
  await scan()
  expect(await messages()).toHaveLength(1)

  repository.write(object, bam)

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await lab.get('/samples/get', { id })).json().sample.bamFileUri).toBe('T0000001.bam')
})

test('what the header of a file said counts after its content has left this machine', async () => {
  const unlinked = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  const linked = await lab.addSample({ alias: 'T0000002', name: 'NB-2' })
  const kept = [
    repository.add('T0000001.bam', makeBam(['SOMEBODY-ELSE'])),
    repository.add('lane7.bam', makeBam(['T0000002'])),
  ]
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 1 })
  const why = 'T0000001.bam is of NB-1 (T0000001) by its path, but of SOMEBODY-ELSE by its header'

  for (const { md5 } of kept) repository.remove(placeOf(md5))

  for (let n = 0; n < 2; n += 1) {
    expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })
    expect(await messages()).toEqual([why])
    expect([await uriOf(unlinked), await uriOf(linked)]).toEqual([null, 'lane7.bam'])
  }

  // Other content is judged by its own header.
  repository.remove(placeOf(repository.add('T0000001.bam', makeBam(['T0000001'])).md5))
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
})

test('a DVC file that cannot be read for now keeps what it said, and its sample the link', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  repository.add('T0000001.bam', makeBam(['T0000001']))
  await scan()

  repository.write('T0000001.bam.dvc', '<<<<<<< HEAD\n')

  expect(await scan()).toMatchObject({ bamFiles: 1, totalErrors: 1 })
  expect(await messages()).toEqual([
    'T0000001.bam.dvc holds merge marks (<<<<<<<): a conflict that was left open',
  ])
  expect((await lab.get('/samples/get', { id })).json().sample.bamFileUri).toBe('T0000001.bam')
})

/** A folder with the BAM files given, whose list of files is not in the cache if `isHere` is false. */
function addFolder(files: Record<string, Uint8Array>, { isHere = true } = {}) {
  const list = JSON.stringify(
    Object.entries(files).map(([relpath, bam]) => ({ md5: repository.cache(bam).md5, relpath })),
  )
  const { md5 } = repository.cache(list, { ending: '.dir' })
  const place = placeOf(md5)
  if (!isHere) repository.remove(place)
  repository.write('runs.dvc', `outs:\n- {md5: ${md5}, hash: md5, path: runs}\n`)
  return { arrive: (content = list) => repository.write(place, content) }
}

test('the files of a folder whose new list of files is not here yet stay, with their links', async () => {
  const sample = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  addFolder({ 'T0000001.bam': makeBam(['T0000001']), 'left.bam': makeBam(['LIB-1']) })
  await scan()
  repository.add('old/T0000001.bam', makeBam(['T0000001'], { contigs: 2 }))
  const fitsToo = 'old/T0000001.bam fits NB-1 (T0000001), which already has runs/T0000001.bam'
  expect(await scan()).toMatchObject({ samplesLinked: 0, bamFiles: 3 })
  expect(await messages()).toContain(fitsToo)

  const pulled = addFolder({ 'T0000001.bam': makeBam(['T0000001'], { contigs: 3 }) }, { isHere: false })
  for (let n = 0; n < 2; n += 1) {
    expect(await scan()).toMatchObject({ samplesLinked: 0, bamFiles: 3 })
    expect(await messages()).toEqual(
      expect.arrayContaining([
        fitsToo,
        'runs is a folder whose list of files is in neither cache nor remote',
      ]),
    )
    expect(await uriOf(sample)).toBe('runs/T0000001.bam')
  }

  pulled.arrive()
  expect(await scan()).toMatchObject({ samplesLinked: 1, bamFiles: 2 })
  expect(await messages()).toEqual([fitsToo])
  expect(await uriOf(sample)).toBe('runs/T0000001.bam')
})

test('a list of files that is half copied is read again once it is whole, though no DVC file changes', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  const folder = addFolder({ 'T0000001.bam': makeBam(['T0000001']) })
  for (const [content, problem] of [
    ['[{"md5": "', 'is damaged'],
    [' '.repeat(24_000_001), 'is 24.1 MB large; up to 24 MB are read'],
  ]) {
    folder.arrive(content)
    await scan()
    expect(await messages()).toEqual([`runs is a folder whose list of files ${problem}`])
  }

  folder.arrive()

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await lab.get('/samples/get', { id })).json().sample.bamFileUri).toBe('runs/T0000001.bam')
})

test('a file that leaves its folder or its lock is gone with its errors, and the others stay', async () => {
  const { md5 } = repository.cache(makeBam(['A']))
  const lock = (names: string[]) =>
    `schema: '2.0'\nstages:\n  s:\n    outs:\n${names.map((name) => `    - path: ${name}\n      md5: ${name.startsWith('bad') ? 'x' : md5}\n`).join('')}`
  repository.write('dvc.lock', lock(['a.bam', 'b.bam', 'bad.bam']))
  expect(await scan()).toMatchObject({ bamFiles: 2, totalErrors: 2 })

  repository.write('dvc.lock', lock(['b.bam']))

  expect(await scan()).toMatchObject({ bamFiles: 1, totalErrors: 1 })
  expect(await messages()).toEqual(['A BAM file belongs to no sample here: b.bam'])
})
