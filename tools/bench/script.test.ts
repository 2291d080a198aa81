import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { compiledOnce } from '../../server/src/db/compiled-once.ts'
import type { Tables } from '../../server/src/db/database.ts'
import { play, recording, type Script } from './script.ts'

const script: Script = [
  { text: 'insert batch', values: ['Bench 1', 5], id: 'batch-1' },
  { text: 'insert samples', values: ['batch-1', 'EDTA'] },
  { text: 'insert audit', values: ['{"name":"Bench 1"}', 'batch-1'] },
]

test('statements are sent again with the own name, and with the id that the database made this time', async () => {
  const sent: unknown[][] = []
  const query = async (text: string, values: unknown[]) => {
    sent.push([text, ...values])
    return { rows: text === 'insert batch' ? [{ id: 'batch-2' }] : [] }
  }

  await play(script, query, [['Bench 1', 'Bench 2']])

  expect(sent).toEqual([
    ['insert batch', 'Bench 2', 5],
    ['insert samples', 'batch-2', 'EDTA'],
    ['insert audit', '{"name":"Bench 2"}', 'batch-2'],
  ])
})

test('what is sent is written down once, also when a query stands within a query', async () => {
  const { db, script } = recording(deafDatabase())

  const everybody = db.selectFrom('person').select('id').limit(10).as('found')
  await db
    .selectFrom(everybody)
    .select((eb) => eb.fn.countAll().as('count'))
    .execute()

  expect(script.map(({ text, values }) => [text, ...values])).toEqual([
    ['select count(*) as "count" from (select "id" from "person" limit $1) as "found"', 10],
  ])
})

test('a query that was compiled before is written down with the values of this time', async () => {
  const { db, script } = recording(deafDatabase())
  const byId = compiledOnce((db, id) =>
    db
      .selectFrom('person')
      .select('name')
      .where('id', '=', id)
      .where('role_from', '=', 'given')
      .where('name', '!=', id)
      .compile(),
  )
  await byId(db, 'ada')
  await byId(db, 'bo')
  expect(script.map(({ values }) => values)).toEqual([
    ['ada', 'given', 'ada'],
    ['bo', 'given', 'bo'],
  ])
})

const deafDatabase = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
