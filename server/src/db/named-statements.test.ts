import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { NamingClient } from './named-statements.ts'

const pool = new pg.Pool({
  connectionString: inject('postgresUrl'),
  Client: NamingClient as unknown as typeof pg.Client,
})
const client = await pool.connect()
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
