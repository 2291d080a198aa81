import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

const addBox = async (over: object = {}) => {
  const body = {
    alias: 'Box 3',
    type: 'BOX',
    numberRows: 8,
    numberColumns: 12,
    rowPrefix: 'A',
    columnPrefix: '1',
  }
  return (await lab.post('/storage/add', { ...body, ...over })).json().storage as { id: number }
}
const place = (sampleId: string, storageId: number, location: string) =>
  lab.post('/samples/associate', { sampleId, storageId, location })
const requestPreview = (storageId: number, content: string, over: object = {}) =>
  lab.post('/racks/preview', { storageId, content, ...over })
const preview = async (storageId: number, content: string, over: object = {}) => {
  const reply = await requestPreview(storageId, content, over)
  expect(reply.json()).not.toHaveProperty('code')
  return reply.json<PreviewRackReply>()
}
const statesOf = ({ entries }: PreviewRackReply) =>
  entries.map(({ position, state }) => `${position} ${state}`)

test('distinguishes same, moved, new, unknown, empty, unreadable and missing tubes', async () => {
  const box = await addBox()
  const other = await addBox({ alias: 'Box 4' })
  const rack = (
    await lab.post('/storage/add', { alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
  ).json()
  await lab.post('/storage/update', { id: other.id, parentID: rack.storage.id })
  const batch_id = await lab.addBatch()
  const [same, here, there, loose, gone, kept, beside] = await Promise.all(
    ['same', 'here', 'there', 'loose', 'gone', 'kept', 'beside'].map((name) =>
      lab.addSample({ name, batch_id }),
    ),
  )
  await place(same?.id ?? '', box.id, 'A1')
  await place(here?.id ?? '', box.id, 'H12')
  await place(there?.id ?? '', other.id, 'C3')
  await place(gone?.id ?? '', box.id, 'A5')
  await place(kept?.id ?? '', box.id, 'A6')
  await place(beside?.id ?? '', box.id, 'B1')

  const reply = await preview(
    box.id,
    [
      `A01, ${same?.alias.toLowerCase()}`,
      `A2,${here?.alias}`,
      `A03 ,${there?.id.toUpperCase()}`,
      `A4,${loose?.alias}`,
      'A5,NO TUBE',
      'A6,NO READ',
      'A7,XX99',
    ].join('\r\n'),
  )

  expect(statesOf(reply)).toEqual([
    'A1 same',
    'A2 moved',
    'A3 moved',
    'A4 new',
    'A5 empty',
    'A6 unreadable',
    'A7 unknown',
  ])
  expect(reply.entries[1]?.from?.path).toBe('Box 3 › H12')
  expect(reply.entries[2]).toMatchObject({
    line: 3,
    sample: { sampleId: there?.id, name: 'there' },
    from: { storageId: other.id, position: 'C3', path: 'Rack A › Box 4 › C3' },
  })
  // 'kept' is in an unreadable cell, 'beside' outside the file.
  expect(reply.missing).toMatchObject([{ sampleId: gone?.id, position: 'A5', isInTheWay: false }])
  expect(reply.problems).toEqual([
    { line: 6, message: 'The tube in A6 could not be read; what is registered there stays.' },
    { line: 7, message: 'A7: no sample with tube ID XX99.' },
  ])
  expect(reply.moves.map(({ sampleId }) => sampleId)).toEqual([here?.id, there?.id, loose?.id])

  const { moves, expected } = reply
  const before = expected.map(({ custodyEventId: _, ...place }) => place)
  const applied = await lab.post('/samples/arrange', { moves, expected })
  expect(applied.json()).toMatchObject({ success: true, count: 3, before })
  expect(statesOf(await preview(box.id, `A3,${there?.alias}`))).toEqual(['A3 same'])
})

const custodiesOf = async (samples: readonly { id: string }[]) => {
  const rows = await lab.db.selectFrom('sample').select(['id', 'custody']).execute()
  return samples.map(({ id }) => rows.find((row) => row.id === id)?.custody)
}
const countToPutAway = async () => (await lab.db.selectFrom('put_away').selectAll().execute()).length

test('a returned tube in quarantine that is read in its own cell is put away, and stays in quarantine', async () => {
  const box = await addBox()
  const tube = await lab.addSample({ name: 'held', batch_id: await lab.addBatch() })
  await place(tube.id, box.id, 'A1')
  await lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' })
  await lab.post('/custody/return', { identifiers: [tube.alias] })
  await lab.post('/custody/set', { sampleIds: [tube.id], custody: 'QUARANTINED', reason: 'Label unclear' })

  const content = `A1,${tube.alias}`
  const { entries, moves, expected } = await preview(box.id, content)
  expect(entries.map(({ state, arrival }) => [state, arrival])).toEqual([['same', 'put-away']])
  expect((await lab.post('/samples/arrange', { moves, expected })).json()).toMatchObject({ success: true })
  expect(await custodiesOf([tube])).toEqual(['QUARANTINED'])
  expect((await preview(box.id, content)).moves).toEqual([])
})

test('a tube read in its own cell is back: checked out it has returned, missing it is found, returned it is put away', async () => {
  const box = await addBox()
  const batch_id = await lab.addBatch()
  const add = (name: string) => lab.addSample({ name, batch_id })
  const [out, lost, back] = [await add('out'), await add('lost'), await add('back')]
  const tubes = [out, lost, back]
  await Promise.all(tubes.map(({ id }, index) => place(id, box.id, `A${index + 1}`)))
  await lab.post('/custody/check-out', { identifiers: [out.alias, back.alias], purpose: 'PCR' })
  await lab.post('/custody/return', { identifiers: [back.alias] })
  await lab.post('/custody/set', { sampleIds: [lost.id], custody: 'MISSING', reason: 'Not here' })
  expect([await custodiesOf(tubes), await countToPutAway()]).toEqual([
    ['CHECKED_OUT', 'MISSING', 'AVAILABLE'],
    1,
  ])

  const content = tubes.map(({ alias }, index) => `A${index + 1},${alias}`).join('\n')
  const { entries, moves, expected } = await preview(box.id, content)
  expect(entries.map(({ state, arrival }) => [state, arrival])).toEqual([
    ['same', 'returned'],
    ['same', 'found'],
    ['same', 'put-away'],
  ])
  const applied = await lab.post('/samples/arrange', { moves, expected })
  expect(applied.json()).toMatchObject({ success: true, count: 3, before: moves })
  expect([await custodiesOf(tubes), await countToPutAway()]).toEqual([
    ['AVAILABLE', 'AVAILABLE', 'AVAILABLE'],
    0,
  ])
  expect((await preview(box.id, content)).moves).toEqual([])

  const { before, custodyEventIds } = applied.json()
  const undone = await lab.post('/samples/arrange', {
    moves: before,
    expected: moves,
    undo: { custodyEventIds },
  })
  expect(undone.json()).toMatchObject({ success: true })
  expect([await custodiesOf(tubes), await countToPutAway()]).toEqual([
    ['CHECKED_OUT', 'MISSING', 'AVAILABLE'],
    1,
  ])
})

test.each(['A1', 'A2'])(
  'a preview is not applied once a tube that it shows is checked out anew: registered in A1, read in %s',
  async (position) => {
    const box = await addBox()
    const tube = await lab.addSample({ name: 'back', batch_id: await lab.addBatch() })
    await place(tube.id, box.id, 'A1')
    await lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' })
    await lab.post('/custody/return', { identifiers: [tube.alias] })
    const { moves, expected } = await preview(box.id, `${position},${tube.alias}`)
    const cy = await lab.signIn('cy', 'Cy Falk')
    await lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'ELISA' }, cy)
    const applied = await lab.post('/samples/arrange', { moves, expected })
    expect([applied.statusCode, applied.json()]).toEqual([
      409,
      {
        code: 'custody-not-possible',
        message: expect.stringMatching(
          `^back \\(${tube.alias}\\) was checked out since its place was read: Cy Falk has it since `,
        ),
      },
    ])
    expect(await custodiesOf([tube])).toEqual(['CHECKED_OUT'])
  },
)

test('a tube that is checked out or missing on record is not missing from the box, unless it is in the way', async () => {
  const box = await addBox()
  const batch_id = await lab.addBatch()
  const add = (name: string) => lab.addSample({ name, batch_id })
  const [out, lost, gone, blocking, fresh] = [
    await add('out'),
    await add('lost'),
    await add('gone'),
    await add('blocking'),
    await add('fresh'),
  ]
  const tubes = [out, lost, gone, blocking]
  await Promise.all(tubes.map(({ id }, index) => place(id, box.id, `A${index + 1}`)))
  await lab.post('/custody/check-out', { identifiers: [out.alias, blocking.alias], purpose: 'PCR' })
  await lab.post('/custody/set', { sampleIds: [lost.id], custody: 'MISSING', reason: 'Not here' })

  const { missing, away, moves } = await preview(
    box.id,
    `A1,No Tube\nA2,No Tube\nA3,No Tube\nA4,${fresh.alias}`,
  )
  expect(missing).toMatchObject([
    { sampleId: gone.id, custody: 'AVAILABLE', isInTheWay: false },
    { sampleId: blocking.id, custody: 'CHECKED_OUT', isInTheWay: true },
  ])
  expect(away).toMatchObject([
    { sampleId: out.id, position: 'A1', custody: 'CHECKED_OUT' },
    { sampleId: lost.id, position: 'A2', custody: 'MISSING' },
  ])
  expect(moves.map(({ sampleId }) => sampleId)).toEqual([fresh.id])
})

test('a tube that is depleted or disposed of on record is named by the preview, and left out of what is applied', async () => {
  const box = await addBox()
  const batch_id = await lab.addBatch()
  const [used, gone, held, fresh] = await Promise.all(
    ['used', 'gone', 'held', 'fresh'].map((name) => lab.addSample({ name, batch_id })),
  )
  await place(held?.id ?? '', box.id, 'B1')
  await lab.post('/custody/set', { sampleIds: [used?.id], custody: 'DEPLETED', reason: 'Used up' })
  await lab.post('/custody/set', { sampleIds: [gone?.id], custody: 'DISPOSED', reason: 'End of study' })

  const { entries, problems, missing, moves, expected } = await preview(
    box.id,
    `A1,${used?.alias}\nB1,${gone?.alias}\nB2,${fresh?.alias}`,
  )
  expect(entries.map(({ state, outOfUse }) => [state, outOfUse])).toEqual([
    ['new', 'DEPLETED'],
    ['new', 'DISPOSED'],
    ['new', undefined],
  ])
  expect(problems).toEqual([
    { line: 1, message: `A1: ${used?.alias} is recorded as depleted, and is not placed.` },
    { line: 2, message: `B1: ${gone?.alias} is recorded as disposed of, and is not placed.` },
  ])
  expect(missing).toMatchObject([{ sampleId: held?.id, isInTheWay: false }])
  expect([moves, expected].map((list) => list.map(({ sampleId }) => sampleId))).toEqual([
    [fresh?.id],
    [fresh?.id],
  ])
  expect((await lab.post('/samples/arrange', { moves, expected })).statusCode).toBe(200)
})

test('a tube from outside that nobody has received is marked, an aliquot is not', async () => {
  const box = await addBox()
  const batch_id = await lab.addBatch()
  const [waiting, received, held] = await Promise.all(
    ['waiting', 'received', 'held'].map((name) => lab.addSample({ name, batch_id })),
  )
  await lab.post('/samples/receive', { identifier: received?.id })
  const children = { parentSampleIds: [received?.id], type: 'DNA' }
  const aliquot = (await lab.post('/samples/add-children', children)).json().samples[0]
  await place(held?.id ?? '', box.id, 'B1')
  const tubes = [waiting, received, aliquot, held].map((tube, index) => `A${index + 1},${tube?.alias}`)
  const { entries } = await preview(box.id, tubes.join('\n'))
  expect(entries.map(({ state, isToReceive }) => [state, isToReceive])).toEqual([
    ['new', true],
    ['new', undefined],
    ['new', undefined],
    ['moved', true],
  ])
})

test.each(['LAB 0012', '12/345', 'A,1', 'A;1'])('finds a tube ID of another system: %s', async (alias) => {
  const box = await addBox()
  const { id } = await lab.addSample({ alias })
  const content = JSON.stringify({ Position: ['B7'], TubeID: [alias] })
  const { entries } = await preview(box.id, content, { convention: 'own' })
  expect(entries).toMatchObject([{ position: 'B7', state: 'new', code: alias, sample: { sampleId: id } }])
})

test('finds the tube of a code that JSON pads with NUL', async () => {
  const box = await addBox()
  const { id, alias } = await lab.addSample()
  const { entries } = await preview(box.id, JSON.stringify({ Position: ['A1'], TubeID: [`${alias}\u0000`] }))
  expect(entries).toMatchObject([{ state: 'new', code: alias, sample: { sampleId: id } }])
})

test('a missing tube whose cell was scanned with another tube is in the way until it is taken out', async () => {
  const box = await addBox()
  const [old, fresh] = [await lab.addSample({ name: 'old' }), await lab.addSample({ name: 'fresh' })]
  await place(old.id, box.id, 'A1')
  const { moves, expected, missing } = await preview(box.id, `A1,${fresh.alias}`)
  expect(missing).toMatchObject([{ sampleId: old.id, isInTheWay: true }])

  const refused = await lab.post('/samples/arrange', { moves, expected })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'cell-taken'])
  const takenOut = { sampleId: old.id, storageId: 0 }
  expect((await lab.post('/samples/arrange', { moves: [...moves, takenOut], expected })).statusCode).toBe(200)
})

test('rejects an outdated preview and moves nothing', async () => {
  const box = await addBox()
  const { id, alias } = await lab.addSample()
  const { moves, expected } = await preview(box.id, `A1,${alias}`)
  await place(id, box.id, 'B7')
  const reply = await lab.post('/samples/arrange', { moves, expected })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'moved-meanwhile'])
})

test('interprets positions by the SLAS convention or as the box labels its cells', async () => {
  const box = await addBox({ numberRows: 9, numberColumns: 9, rowPrefix: '1', columnPrefix: 'A' })
  const { alias } = await lab.addSample()
  const bySlas = await preview(box.id, `B5,${alias}`)
  expect(bySlas).toMatchObject({
    convention: 'slas',
    isConventionAssumed: true,
    isConventionSwitchable: true,
  })
  expect(bySlas.entries).toMatchObject([{ rowCoordinate: 2, columnCoordinate: 5, position: 'E2' }])

  const byOwn = await preview(box.id, `B5,${alias}`, { convention: 'own' })
  expect(byOwn).toMatchObject({ convention: 'own', isConventionAssumed: false })
  expect(byOwn.entries).toMatchObject([{ rowCoordinate: 5, columnCoordinate: 2, position: 'B5' }])
})

test('assumes the convention by which more tubes are where they are registered', async () => {
  const box = await addBox({ numberRows: 9, numberColumns: 9, rowPrefix: '1', columnPrefix: 'A' })
  const [a, b] = [await lab.addSample({ name: 'A' }), await lab.addSample({ name: 'B' })]
  await place(a.id, box.id, 'A2')
  await place(b.id, box.id, 'A3')
  const reply = await preview(box.id, `A2,${a.alias}\nA3,${b.alias}\nC1,No Tube`)
  expect(reply).toMatchObject({ convention: 'own', isConventionAssumed: true, inPlace: { slas: 0, own: 2 } })
  expect(reply.moves).toEqual([])
})

test('assumes the convention that fits the box; not switchable if both give the same cells', async () => {
  const tall = await addBox({ numberRows: 12, numberColumns: 8, rowPrefix: '1', columnPrefix: 'A' })
  const plate = await addBox()
  expect(await preview(tall.id, 'A1,X1\nH12,X2')).toMatchObject({
    convention: 'own',
    isConventionSwitchable: false,
  })
  expect(await preview(plate.id, 'A1,X1\nH12,X2')).toMatchObject({
    convention: 'slas',
    isConventionSwitchable: false,
  })
  const refused = await requestPreview(tall.id, 'A1,X1\nH12,X2', { convention: 'slas' })
  expect(refused.json().message).toBe(
    'Line 2: H12 is outside Box 3, which has 12 rows and 8 columns (up to L8): the rack is larger than the box.',
  )
})

test('rejects a scan with one tube by tube ID and by id', async () => {
  const box = await addBox()
  const { id, alias } = await lab.addSample()
  const reply = await requestPreview(box.id, `A1,${alias}\nA2,${id}`)
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    {
      code: 'rack-file-invalid',
      field: 'content',
      message: `Line 2: ${id} is tube ${alias}, which is already in A1.`,
    },
  ])
})

test('rejects a file for a freezer or an unknown storage', async () => {
  const freezer = await addBox({ alias: 'Freezer 1', type: 'FREEZER' })
  const reply = await requestPreview(freezer.id, 'A1,X')
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    'Freezer 1 is not a box. A rack file lists the tubes of a box.',
  ])
  expect((await requestPreview(999, 'A1,X')).statusCode).toBe(404)
})
