import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => repository.clear())

const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const uriOf = async ({ id }: { id: string }): Promise<string | null> => (await sampleOf(id)).bamFileUri
const eventsOf = (id: string) =>
  lab.db.selectFrom('audit_event').selectAll().where('entity_id', '=', id).orderBy('id').execute()

test('ENT-08 a sample gets the address of its BAM file, with path, md5 and size, in one audit event', async () => {
  repository.write(
    '.dvc/config',
    '[core]\n    remote = lab\n[\'remote "lab"\']\n    url = s3://brain-data/dvc\n',
  )
  const { id } = await lab.addSample({ alias: 'T0000001' })
  const { md5, size } = repository.add('runs/T0000001.bam', makeBam(['T0000001']))
  const bamFileUri = `s3://brain-data/dvc/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
  const beside = { bamPath: 'runs/T0000001.bam', bamMd5: md5, bamSize: size }

  expect(await scan()).toMatchObject({ bamFiles: 1, samplesLinked: 1, totalErrors: 0 })

  expect(await sampleOf(id)).toMatchObject({ bamFileUri, version: 2, metadata: beside })
  expect(await eventsOf(id)).toMatchObject([
    {
      action: 'sample.link-bam',
      person_id: 'ada',
      before: { bamFileUri: null },
      after: { bamFileUri, ...beside, version: 2 },
    },
  ])
})

test('a file is matched by the id in its path, by tube ID or name in its own name, and by its header', async () => {
  const uuid = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
  const samples = [
    await lab.addSample({ id: uuid, name: 'by id' }),
    await lab.addSample({ alias: 'EDTA-0001' }),
    await lab.addSample({ name: 'AUSTIN_P1-EDTA-2' }),
    await lab.addSample({ alias: 'T0000009' }),
  ]
  repository.add(`${uuid.toUpperCase()}/reads.bam`, makeBam())
  repository.add('edta-0001.sorted.bam', makeBam([], { contigs: 2 }))
  repository.add('x/AUSTIN_P1-EDTA-2_S1_L001.bam', makeBam([], { contigs: 3 }))
  repository.add('x/lane7.bam', makeBam(['T0000009']))

  expect(await scan()).toMatchObject({ samplesLinked: 4, totalErrors: 0 })

  expect(await Promise.all(samples.map(uriOf))).toEqual([
    `${uuid.toUpperCase()}/reads.bam`,
    'edta-0001.sorted.bam',
    'x/AUSTIN_P1-EDTA-2_S1_L001.bam',
    'x/lane7.bam',
  ])
})

test('a tube ID matches as a whole: EDTA-1 is neither in EDTA-10 nor in KIT-EDTA-1', async () => {
  const sample = await lab.addSample({ alias: 'EDTA-1' })
  for (const file of ['EDTA-10.bam', 'KIT-EDTA-1.bam', 'EDTA-1-DNA-1.bam', 'aEDTA-1.bam']) {
    repository.add(file, makeBam([], { moreLines: [`@CO\t${file}`] }))
  }
  expect(await scan()).toMatchObject({ samplesLinked: 0, bamFiles: 4, totalErrors: 1 })
  expect(await messages()).toEqual([
    '4 BAM files belong to no sample here, such as EDTA-1-DNA-1.bam, EDTA-10.bam, KIT-EDTA-1.bam',
  ])
  expect(await uriOf(sample)).toBeNull()
})

test('the longest name in a file name counts, however many words it has', async () => {
  const name = 'STUDY X SITE 3 VISIT 2 PLASMA 1'
  const parent = await lab.addSample({ alias: 'T0000001', name })
  const aliquot = await lab.addSample({ alias: 'T0000002', name: `${name} ALIQUOT 2` })
  const file = 'Study X Site 3 Visit 2 Plasma 1 Aliquot 2_S7_L001.bam'
  const { md5 } = repository.add(file, makeBam())
  repository.remove(`.dvc/cache/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`)

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  expect([await uriOf(parent), await uriOf(aliquot)]).toEqual([null, file])
})

test('a file that begins with the tube ID is linked, also if its name has more words than most', async () => {
  const [generated, imported] = [
    await lab.addSample({ alias: 'T0000001' }),
    await lab.addSample({ alias: 'EDTA-0002' }),
  ]
  const words = Array.from({ length: 26 }, (_, n) => `w${n}`).join('_')
  for (const [n, alias] of ['T0000001', 'EDTA-0002'].entries()) {
    const { md5 } = repository.add(`${alias}_${words}.bam`, makeBam([], { contigs: n + 1 }))
    repository.remove(`.dvc/cache/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`)
  }

  expect(await scan()).toMatchObject({ samplesLinked: 2, totalErrors: 0 })

  expect([await uriOf(generated), await uriOf(imported)]).toEqual([
    `T0000001_${words}.bam`,
    `EDTA-0002_${words}.bam`,
  ])
})

test('a tube ID is not sure in a file name of very many words, as another one may follow', async () => {
  await lab.addSample({ alias: 'T0000001' })
  await lab.addSample({ alias: 'T0000002' })
  const words = Array.from({ length: 45 }, (_, n) => n).join('_')
  repository.add(`T0000001_${words}_T0000002.bam`, makeBam())

  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })

  expect((await messages()).join()).toContain('its name has too many words to be sure')
})

test('a name in a file name of very many words is not sure, as a longer one may contain it', async () => {
  const parent = await lab.addSample({ alias: 'T0000001', name: 'STUDY X' })
  const words = Array.from({ length: 45 }, (_, n) => `${n}`).join(' ')
  await lab.addSample({ alias: 'T0000002', name: `STUDY X ${words}` })
  repository.add(`study X ${words}_S7.bam`, makeBam())

  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })

  expect(await messages()).toEqual([
    `study X ${words}_S7.bam may be of STUDY X (T0000001), but its name has too many words to be sure: shorten it, or enter its address on the sample`,
  ])
  expect(await uriOf(parent)).toBeNull()
})

test('when the file name and the header name different samples, that is reported and nothing is linked', async () => {
  const samples = [
    await lab.addSample({ alias: 'T0000001', name: 'NB-1' }),
    await lab.addSample({ alias: 'T0000002', name: 'NB-2' }),
  ]
  repository.add('T0000001.bam', makeBam(['T0000002']))
  repository.add('T0000002.bam', makeBam(['LIB-77']))
  repository.add(`${samples[0]?.id}/T0000002.bam`, makeBam())

  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 3 })

  expect(new Set(await messages())).toEqual(
    new Set([
      `${samples[0]?.id}/T0000002.bam fits different samples: NB-1 (T0000001), NB-2 (T0000002)`,
      'T0000001.bam is of NB-1 (T0000001) by its path, but of T0000002 by its header',
      'T0000002.bam is of NB-2 (T0000002) by its path, but of LIB-77 by its header',
    ]),
  )
  expect(await Promise.all(samples.map(uriOf))).toEqual([null, null])
})

test('when several samples fit, or the reads are of several, that is reported and nothing is linked', async () => {
  const first = await lab.addSample({ alias: 'T0000001', name: 'NB-7' })
  const second = await lab.addSample({ alias: 'T0000002', name: 'NB-7' })
  repository.add('NB-7.bam', makeBam())
  repository.add('pool.bam', makeBam(['T0000001', 'T0000002']))
  repository.add('T0000001_T0000002.bam', makeBam([], { contigs: 2 }))

  await scan()

  expect(await messages()).toEqual([
    'NB-7.bam fits several samples: NB-7 (T0000001), NB-7 (T0000002)',
    'T0000001_T0000002.bam fits several samples: NB-7 (T0000001), NB-7 (T0000002)',
    'pool.bam has reads of several samples by its header: T0000001, T0000002',
  ])
  expect([await uriOf(first), await uriOf(second)]).toEqual([null, null])
})

test('two files for one sample are reported, and neither is linked; with the same content either is', async () => {
  const torn = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  const twice = await lab.addSample({ alias: 'T0000002', name: 'NB-2' })
  repository.add('a/T0000001.bam', makeBam())
  repository.add('b/T0000001.bam', makeBam([], { contigs: 2 }))
  repository.add('a/T0000002.bam', makeBam(['T0000002']))
  repository.add('b/T0000002.bam', makeBam(['T0000002']))

  expect(await scan()).toMatchObject({ samplesLinked: 1 })

  expect(await messages()).toEqual([
    'a/T0000001.bam fits NB-1 (T0000001), and so does b/T0000001.bam',
    'b/T0000001.bam fits NB-1 (T0000001), and so does a/T0000001.bam',
  ])
  expect([await uriOf(torn), await uriOf(twice)]).toEqual([null, 'a/T0000002.bam'])
})

test('a link that a person entered stays; a different file that fits is reported', async () => {
  const sample = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  await lab.post('/samples/update', { id: sample.id, bamFileUri: 'https://files.example/x.bam' })
  repository.add('T0000001.bam', makeBam())

  await scan()

  expect(await uriOf(sample)).toBe('https://files.example/x.bam')
  expect(await messages()).toEqual([
    'T0000001.bam fits NB-1 (T0000001), which has another bamFileUri entered by hand: https://files.example/x.bam',
  ])
})

test('a link that a person took off stays off, and what DVC said of the file goes with it', async () => {
  const sample = await lab.addSample({ alias: 'T0000001' })
  repository.add('T0000001.bam', makeBam())
  await scan()
  await lab.post('/samples/update', { id: sample.id, bamFileUri: '' })
  expect((await sampleOf(sample.id)).metadata).not.toHaveProperty('bamMd5')

  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 0 })

  expect(await uriOf(sample)).toBeNull()
})

test('a file that changes is linked anew, one that moves is followed, and one that is deleted is reported', async () => {
  const sample = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  repository.add('T0000001.bam', makeBam())
  await scan()
  const { md5 } = repository.add('T0000001.bam', makeBam(['T0000001'], { contigs: 3 }))
  expect(await scan()).toMatchObject({ samplesLinked: 1 })
  expect((await sampleOf(sample.id)).metadata).toMatchObject({ bamMd5: md5 })

  repository.clear()
  repository.add('moved/T0000001.bam', makeBam(['T0000001'], { contigs: 3 }))
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect(await uriOf(sample)).toBe('moved/T0000001.bam')

  repository.clear()
  expect(await scan()).toMatchObject({ bamFiles: 0, samplesLinked: 0 })
  expect(await messages()).toEqual([
    'moved/T0000001.bam is no longer in the repository, and NB-1 (T0000001) still names it',
  ])
  expect((await eventsOf(sample.id)).map(({ action }) => action)).toEqual(Array(3).fill('sample.link-bam'))
})

test('a sample registered after its file was seen is linked by the next scan, of an unchanged repository', async () => {
  repository.add('T0000055.bam', makeBam())
  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })
  const sample = await lab.addSample({ alias: 'T0000055' })

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  expect(await uriOf(sample)).toBe('T0000055.bam')
})

test('a sample that was deleted and brought back is linked as before', async () => {
  const sample = await lab.addSample({ alias: 'T0000001' })
  repository.add('T0000001.bam', makeBam())
  await scan()
  const { deletionId } = (await lab.post(`/samples/delete?id=${sample.id}`, undefined)).json()
  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })

  await lab.post('/deletions/undo', { deletionId })

  expect(await scan()).toMatchObject({ totalErrors: 0 })
  expect(await uriOf(sample)).toBe('T0000001.bam')
})

test('the lost file of a sample that was deleted and brought back is reported as before', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  repository.add('T0000001.bam', makeBam())
  await scan()
  repository.clear()
  await scan()
  const lost = await messages()
  expect(lost).toEqual(['T0000001.bam is no longer in the repository, and NB-1 (T0000001) still names it'])
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, undefined)).json()
  await lab.post('/deletions/undo', { deletionId })
  await scan()
  expect(await messages()).toEqual(lost)
})

test('the lost file of a sample is reported also if a scan ran between its deletion and the undo', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  repository.add('T0000001.bam', makeBam())
  await scan()
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, undefined)).json()
  repository.clear()
  expect(await scan()).toMatchObject({ totalErrors: 0 })
  await lab.post('/deletions/undo', { deletionId })

  await scan()

  expect(await messages()).toEqual([
    'T0000001.bam is no longer in the repository, and NB-1 (T0000001) still names it',
  ])
})

test('a file name with ß matches a sample name with ß, and not one with SS', async () => {
  const right = await lab.addSample({ name: 'Weiß-1' })
  const wrong = await lab.addSample({ name: 'WEISS-1' })
  const alone = await lab.addSample({ name: 'Voß 7' })
  repository.add('weiß-1.bam', makeBam())
  repository.add('voß 7.bam', makeBam([], { contigs: 2 }))

  expect(await scan()).toMatchObject({ samplesLinked: 2, totalErrors: 0 })

  expect(await Promise.all([right, wrong, alone].map(uriOf))).toEqual(['weiß-1.bam', null, 'voß 7.bam'])
})

test.each([
  ['S1', 'PATIENT-9_S1_L001.bam'],
  ['7', 'NB.7.bam'],
  ['L001', 'L001_PATIENT-9.bam'],
  ['control', 'PATIENT-9_control.bam'],
])(
  'the name %s is too short or too common to link %s without its header, and that is reported',
  async (name, file) => {
    const sample = await lab.addSample({ alias: 'T0000001', name })
    const { md5 } = repository.add(file, makeBam())
    const why = `may be of ${name} (T0000001), but the part of its name that says so is too short or too common to be sure: begin the name of the file with the tube ID, or enter its address on the sample`

    expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })
    expect(await messages()).toEqual([`${file} ${why}`])
    repository.remove(`.dvc/cache/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`)
    expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })
    expect(await uriOf(sample)).toBeNull()

    repository.add(file, makeBam([name]))
    expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  },
)

test('a person who enters the address of a file that has only a short name in its name settles it', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'S1' })
  repository.add('PATIENT-9_S1.bam', makeBam())
  await scan()
  await lab.post('/samples/update', { id, bamFileUri: 'PATIENT-9_S1.bam' })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  const { md5 } = repository.add('PATIENT-9_S1.bam', makeBam([], { contigs: 2 }))
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).metadata).toMatchObject({ bamMd5: md5 })
})

test('a short name links a file that has it as its whole name, or begins with it', async () => {
  const samples = [await lab.addSample({ name: 'S1' }), await lab.addSample({ name: 'A1' })]
  repository.add('S1.bam', makeBam())
  repository.add('A1_sorted.bam', makeBam([], { contigs: 2 }))
  expect(await scan()).toMatchObject({ samplesLinked: 2, totalErrors: 0 })
  expect(await Promise.all(samples.map(uriOf))).toEqual(['S1.bam', 'A1_sorted.bam'])
})
