import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { check, problemsOf } = importing(lab)
const query = { columns: 'name,alias', batchName: 'New' }

test('a tube ID that is the id of another sample, which the QR code of its label holds, is not imported', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const deleted = await lab.addSample({ name: 'NB-2' })
  await lab.post(`/samples/delete?id=${deleted.id}`, undefined)
  const free = crypto.randomUUID()

  expect(
    await problemsOf(
      `Name,Tube\nA,${id}\nB,${id.toUpperCase()}x\nC,${free}\nD,${deleted.id.toUpperCase()}`,
      query,
    ),
  ).toEqual([
    '2 Tube: is the code on the label of NB-1 in Nordic study 4',
    '5 Tube: is the code on the label of a deleted sample',
  ])
  expect((await check(`Name,Tube\nC,${free}`, query)).json()).toMatchObject({ totalProblems: 0 })
})

test('a tube ID that has the form of the code of a storage is not imported: each scan of it would be that label', async () => {
  expect(await problemsOf('Name,Tube\nA,sto0000012\nB,STO12\nC,STO-0000012', query)).toEqual([
    '2 Tube: has the form of the code on the label of a storage',
  ])
})

test('a code that is the id of a sample and the tube ID of another means the one with this id', async () => {
  const original = await lab.addSample({ name: 'Original', status: 'PROCESSED' })
  // With a later number, and with an earlier one.
  const copies = [await lab.addSample({ name: 'Copy', alias: original.id })]
  const later = await lab.addSample({ name: 'Later', alias: 'T-1', status: 'PROCESSED' })
  copies.push(await lab.addSample({ name: 'Copy of later', alias: later.id.toUpperCase() }))

  for (const { id } of [original, later]) {
    expect((await lab.get('/find', { query: id })).json()).toMatchObject({ exactSampleId: id })
    expect((await lab.post('/samples/receive', { identifier: id })).json().code).toBe('sample-not-receivable')
    expect((await lab.post('/custody/check-out', { identifiers: [id], purpose: 'ELISA' })).statusCode).toBe(
      200,
    )
  }
  const shown = await lab.db
    .selectFrom('sample')
    .select(['name', 'status', 'custody'])
    .orderBy('number')
    .execute()
  expect(shown).toEqual([
    { name: 'Original', status: 'PROCESSED', custody: 'CHECKED_OUT' },
    { name: 'Copy', status: 'UNKNOWN', custody: 'AVAILABLE' },
    { name: 'Later', status: 'PROCESSED', custody: 'CHECKED_OUT' },
    { name: 'Copy of later', status: 'UNKNOWN', custody: 'AVAILABLE' },
  ])
})
