import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { findTablesWith } from '../../test/tables-with.ts'

const repository = makeDataRepository()
const lab = await openLab({
  DVC_REPO_DIR: repository.folder,
  ADMIN_EMAILS: 'ada@brain.example',
  DEFAULT_ROLE: 'bench',
})
const { scan, messages } = scanning(lab)
const subject = 'Sbj-4711'
beforeEach(() => repository.clear())

const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const addSample = () => lab.addSample({ alias: 'T0000001', name: 'NB-1' })

/** Erases the subject, which has a sample of its own, and scans again. */
async function eraseAndScan() {
  const request = { subjectId: subject, reason: 'withdrew consent', samples: 'keep' }
  const reply = await lab.post('/subjects/erase', request)
  expect(reply.statusCode, reply.body).toBe(200)
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
  const remote = '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://new\nversion_aware = true\n'
  repository.write('.dvc/config', remote)
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe('s3://new/NB-1.bam')

  await lab.post('/samples/update', { id, name: 'NB-9' })
  await lab.post('/samples/update', { id: other.id, name: 'NB-1' })
  repository.write('.dvc/config', remote.replace('new', 'newer'))
  await scan()
  expect((await sampleOf(other.id)).bamFileUri).toBeNull()
})
