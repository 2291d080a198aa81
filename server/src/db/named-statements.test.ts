import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { NamingClient } from './named-statements.ts'

const pool = new pg.Pool({
  connectionString: inject('postgresUrl'),
  Client: NamingClient as unknown as typeof pg.Client,
  pipeline: true,
})
const client = await pool.connect()
const silentMs = () => (client as unknown as NamingClient).silentMs()
afterAll(() => {
  client.release()
  return pool.end()
})

test('a text with values is prepared once, whatever the values', async () => {
  const doubled = 'select $1::integer * 2 as doubled'
  for (const value of [1, 2, 3]) {
    expect((await client.query(doubled, [value])).rows).toEqual([{ doubled: value * 2 }])
  }
  const { rows } = await client.query(
    'select generic_plans + custom_plans as uses from pg_prepared_statements',
  )
  expect(rows.map(({ uses }) => Number(uses))).toEqual([3])
})

test('the stack of a failure leads to the caller, not to the socket', async () => {
  const lookUp = () => client.query('select 1 / $1::integer', [0])
  const failure = await lookUp().catch((error: Error) => error)
  expect(failure).toMatchObject({ message: 'division by zero', code: '22012' })
  expect((failure as Error).stack).toContain('named-statements.test.ts')
})

test('begin and the statements after it are executed in order, on one round trip', async () => {
  await client.query('begin')
  const sent = Promise.all([
    client.query('select pg_current_xact_id()::text as id, $1::text as note', ['first']),
    client.query('select pg_current_xact_id()::text as id, $1::text as note', ['second']),
  ])
  const [first, second] = (await sent).map(({ rows }) => rows[0])
  await client.query('commit')
  expect([first.note, second.note]).toEqual(['first', 'second'])
  expect(first.id).toBe(second.id)
})

test('after a statement that fails, the rest of its transaction fails too and nothing is saved', async () => {
  await client.query('create temporary table kept (id integer)')
  await client.query('begin')
  const results = await Promise.allSettled([
    client.query('select 1 / $1::integer', [0]),
    client.query('insert into kept values ($1::integer)', [1]),
  ])
  await client.query('rollback')
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await client.query('select from kept')).rows).toEqual([])
})

test('a connection is silent for as long as one of its statements has no reply', async () => {
  const slow = client.query('select pg_sleep($1)', [0.3])
  const quick = client.query('select $1::integer', [1])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(silentMs()).toBeGreaterThan(50)
  await Promise.all([slow, quick])
  expect(silentMs()).toBe(0)
})
