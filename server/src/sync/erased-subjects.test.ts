import { beforeEach, expect, test, vi } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { ok } from '../../test/ok.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { scanning } from '../../test/scanning.ts'
import { findTablesWith } from '../../test/tables-with.ts'

// Heartbeats of a scan that waits would wait too.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const repository = makeDataRepository()
const lab = await openLab({
  DVC_REPO_DIR: repository.folder,
  ADMIN_EMAILS: 'ada@brain.example',
  DEFAULT_ROLE: 'bench',
})
const { scan, untilEnded, beginLocked, messages } = scanning(lab)
const subject = 'Sbj-4711'
const remote = '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://new\nversion_aware = true\n'
beforeEach(() => repository.clear())

const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const addSample = () => lab.addSample({ alias: 'T0000001', name: 'NB-1' })

const erase = (subjectId = subject) =>
  ok(lab.post('/subjects/erase', { subjectId, reason: 'withdrew consent', samples: 'keep' }))

/** Scans, and erases the subject after the repository was read and before anything of it is saved. */
async function eraseDuringScan() {
  const { scanned } = await lab.db.transaction().execute(async (trx) => {
    await beginLocked(trx)
    const scanned = untilEnded()
    expect(await waitsForLock(lab.db, scanned)).toBe(true)
    await erase()
    return { scanned }
  })
  await scanned
  expect(await findTablesWith(lab.db, subject)).toEqual([])
}

/** Erases the subject, which has a sample of its own, and scans again. */
async function eraseAndScan() {
  await erase()
  await scan()
  expect(await findTablesWith(lab.db, subject)).toEqual([])
}

test('a link that is in doubt as the header names a subject stays in doubt after the erasure of that subject', async () => {
  await lab.addSample({ alias: 'T0000009', subject_id: subject })
  const { id } = await addSample()
  repository.add('T0000001.bam', makeBam(['T0000001']))
  await scan()
  repository.add('T0000001.bam', makeBam([subject.toLowerCase()]))
  await scan()

  await eraseAndScan()

  expect(await sampleOf(id)).toMatchObject({
    bamFileUri: null,
    metadata: { bamDoubt: 'its file may be of another sample' },
  })
  expect((await messages()).sort()).toEqual([
    'T0000001.bam is linked to NB-1 (T0000001), and that link is in doubt: see the sample',
    'T0000001.bam is of NB-1 (T0000001) by its path, but of an erased subject by its header',
  ])
})

test.each([
  [[subject], 'is of NB-1 (T0000001) by its path, but of an erased subject by its header'],
  [[`${subject} tumour`], 'is of NB-1 (T0000001) by its path, but of an erased subject by its header'],
  [['Sbj-41', subject], 'has reads of several samples by its header: Sbj-41, an erased subject'],
])('a file that is not linked as its header says %j stays reported after the erasure', async (names, why) => {
  await lab.addSample({ alias: 'T0000009', subject_id: subject })
  const { id } = await addSample()
  repository.add('T0000001.bam', makeBam(names))
  await scan()

  await eraseAndScan()

  expect(await messages()).toEqual([`T0000001.bam ${why}`])
  expect((await sampleOf(id)).bamFileUri).toBeNull()
})

test('the file of an erased subject stays linked to its sample, also when the remote moves and the name goes', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: subject })
  const other = await lab.addSample({ alias: 'T0000002', name: 'NB-2' })
  repository.add('NB-1.bam', makeBam([subject]))
  await scan()
  expect((await sampleOf(id)).bamFileUri).toBe('NB-1.bam')

  await eraseAndScan()
  repository.write('.dvc/config', remote)
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe('s3://new/NB-1.bam')

  await lab.post('/samples/update', { id, name: 'NB-9' })
  await lab.post('/samples/update', { id: other.id, name: 'NB-1' })
  repository.write('.dvc/config', remote.replace('new', 'newer'))
  await scan()
  expect((await sampleOf(other.id)).bamFileUri).toBeNull()
})

test('a sample that is renamed for the erasure of its subject keeps its file', async () => {
  const name = `${subject} EDTA 1`
  const { id } = await lab.addSample({ alias: 'T0000001', name, subject_id: subject })
  repository.add('T0000001.bam', makeBam([subject]))
  await scan()
  await lab.post('/samples/update', { id, name: 'NB-1' })

  await eraseAndScan()

  expect(await sampleOf(id)).toMatchObject({ bamFileUri: 'T0000001.bam', metadata: {} })
  expect(await messages()).toEqual([])
})

test('a link whose sample got another subject than the header names is in doubt after the erasure of the named one', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: subject })
  repository.add('T0000001.bam', makeBam([subject]))
  await scan()
  await lab.post('/samples/update', { id, subjectId: 'P002' })

  await eraseAndScan()

  const doubt = 'T0000001.bam is of NB-1 (T0000001) by its path, but of an erased subject by its header'
  expect(await sampleOf(id)).toMatchObject({ bamFileUri: null, metadata: { bamDoubt: doubt } })
})

test('an erasure during a scan holds for what the scan knew before, and the file stays linked to its sample', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: subject })
  repository.add('NB-1.bam', makeBam([subject]))
  await scan()
  repository.write('.dvc/config', remote)

  await eraseDuringScan()

  expect(await sampleOf(id)).toMatchObject({ bamFileUri: 's3://new/NB-1.bam', metadata: {} })
  expect(await messages()).toEqual([])
})

test('an erasure during a scan holds for the headers that the scan has read', async () => {
  await lab.addSample({ alias: 'T0000009', subject_id: subject })
  const { id } = await addSample()
  repository.add('T0000001.bam', makeBam([`${subject.toLowerCase()} tumour`]))
  const other = await lab.addSample({ alias: 'T0000007', name: 'Sbj-47' })
  repository.add('runs/1.bam', makeBam(['Sbj-47']))

  await eraseDuringScan()

  expect((await sampleOf(id)).bamFileUri).toBeNull()
  expect((await sampleOf(other.id)).bamFileUri).toBe('runs/1.bam')
  expect(await messages()).toEqual([
    'T0000001.bam is of NB-1 (T0000001) by its path, but of an erased subject by its header',
  ])
})

test('a header that is read again after the erasure brings nothing back, and the file stays linked', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: subject })
  const content = makeBam([subject])
  repository.add('NB-1.bam', content)
  await scan()
  await erase()

  // As 'dvc gc' and 'dvc pull' do: the same content, in a new file.
  repository.remove('.dvc/cache')
  repository.cache(content)
  await scan()

  expect(await findTablesWith(lab.db, subject)).toEqual([])
  expect(await sampleOf(id)).toMatchObject({ bamFileUri: 'NB-1.bam', metadata: {} })
  expect(await messages()).toEqual([])
})

test.each([
  ['a subject that takes part again', { name: 'NB-1', subject_id: subject }],
  ['a sample of another study with the same name', { name: subject }],
])('after an erasure the header of a file names %s', async (_, called) => {
  await lab.addSample({ alias: 'T0000009', subject_id: subject })
  await erase()
  const { id } = await lab.addSample({ alias: 'T0000001', ...called })
  repository.add('T0000001.bam', makeBam([subject]))

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  expect((await sampleOf(id)).bamFileUri).toBe('T0000001.bam')
})

test.each([
  ['CH-BS-2024-NB-0012-V1-A', 'ch-bs-2024-nb-0012-v1-a_tumour'],
  ['#P104', '#P104 tumour'],
  ['#P104', 'tumour (#p104)'],
  ['P104+', 'P104+_tumour'],
])('the erased ID %s is not brought back by a header that says %s', async (subjectId, name) => {
  await lab.addSample({ alias: 'T0000009', subject_id: subjectId })
  await addSample()
  await erase(subjectId)
  repository.add('T0000001.bam', makeBam([name]))

  await scan()

  expect(await findTablesWith(lab.db, subjectId)).toEqual([])
  expect(await messages()).toEqual([
    'T0000001.bam is of NB-1 (T0000001) by its path, but of an erased subject by its header',
  ])
})

test('a header that names an erased ID only as a part of a longer word is kept', async () => {
  await lab.addSample({ alias: 'T0000009', subject_id: '#P104' })
  await erase('#P104')
  repository.add('T0000001.bam', makeBam(['#P1045 tumour']))
  await scan()
  expect(await findTablesWith(lab.db, '#P1045')).toContain('data_file')
})

test('an erased ID in the address of a BAM file goes with the link, and the certificate counts the files that still have it', async () => {
  const linked = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: subject })
  const entered = await lab.addSample({ alias: 'T0000002', name: 'NB-2', subject_id: subject })
  const other = await lab.addSample({ alias: 'T0000003', name: 'NB-3', subject_id: 'Somebody' })
  const deleted = await lab.addSample({ alias: 'T0000004', name: 'NB-4', subject_id: subject })
  const kept = await lab.addSample({ alias: 'T0000005', name: 'NB-5', subject_id: subject })
  for (const [tube, folder = subject] of [['T0000001'], ['T0000002'], ['T0000004'], ['T0000005', 'runs']]) {
    repository.add(`${folder}/${tube}.bam`, makeBam([`${tube}`]))
  }
  await lab.post('/samples/update', { id: entered.id, bamFileUri: `s3://seq/${subject}/run1.bam` })
  await lab.post('/samples/update', { id: other.id, bamFileUri: `s3://seq/${subject}/run2.bam` })
  expect(await scan()).toMatchObject({ samplesLinked: 3 })
  const { deletionId } = (await lab.post(`/samples/delete?id=${deleted.id}`, { reason: 'broken' })).json()

  const { certificate } = await erase()

  expect(certificate).toContain('the address of the BAM file of 2 samples, which contained the ID')
  expect(certificate).toContain('The ID is still in the path of 3 BAM files of the data repository.')
  expect(certificate).toContain('the BAM file of 1 other sample, by tube ID: T0000003.')
  expect(certificate).not.toContain('anonymous')
  expect(certificate).not.toContain(subject)
  expect(await findTablesWith(lab.db, subject)).toEqual(['audit_event', 'data_file', 'dvc_file', 'sample'])
  const ofOthers = (await lab.get('/audit/history', { entityType: 'sample', entityId: other.id })).body
  expect(ofOthers).toContain(subject)
  await lab.post('/samples/update', { id: other.id, bamFileUri: '' })
  await lab.post('/deletions/undo', { deletionId })

  await scan()

  for (const { id } of [linked, entered, deleted]) {
    const { bamFileUri, metadata } = await sampleOf(id)
    expect([bamFileUri, metadata.bamPath]).toEqual([null, undefined])
  }
  expect((await sampleOf(kept.id)).bamFileUri).toBe('runs/T0000005.bam')
  repository.clear()
  repository.write('.dvc/config', '')
  repository.add('T0000001.bam', makeBam(['T0000001']))
  await scan()
  expect(await findTablesWith(lab.db, subject)).toEqual(['audit_event'])
})

test('an erased ID is not left in the doubt about the link of a deleted sample of another subject', async () => {
  await lab.addSample({ alias: 'T0000009', subject_id: subject })
  const { id } = await addSample()
  repository.add('T0000001.bam', makeBam(['T0000001']))
  await scan()
  repository.add('T0000001.bam', makeBam([subject]))
  await scan()
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, { reason: 'broken' })).json()
  await eraseAndScan()
  await lab.post('/deletions/undo', { deletionId })
  expect((await sampleOf(id)).metadata.bamDoubt).toBe('its file may be of another sample')
})
