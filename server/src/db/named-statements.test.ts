import pg from 'pg'
import { afterAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { NamedQuery } from './named-query.ts'
import { NamingClient } from './named-statements.ts'

const pool = new pg.Pool({
  connectionString: inject('postgresUrl'),
  Client: NamingClient as unknown as typeof pg.Client,
  pipeline: true,
})
const client = await pool.connect()
const silentMs = () => (client as unknown as NamingClient).silentMs()
let descriptions = 0
const { connection } = client as unknown as { connection: pg.Connection }
connection.on('rowDescription', () => {
  descriptions += 1
})
beforeEach(() => {
  descriptions = 0
})
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

test('the columns of a statement are described at its first execution only, and its rows are the same each time', async () => {
  const everyKind = `
    select $1::integer as number, $1::bigint * 3 as large, '2026-11-20 09:00:00.5+00'::timestamptz as at,
      '{"a": [1]}'::jsonb as record, array['x', null] as texts, null::text as nothing, true as is_so, 'ü' as text
  `
  const rows = []
  for (const value of [1, 2, 1]) rows.push((await client.query(everyKind, [value])).rows)
  expect(rows[0]).toEqual([
    {
      number: 1,
      large: expect.anything(),
      at: new Date('2026-11-20T09:00:00.500Z'),
      record: { a: [1] },
      texts: ['x', null],
      nothing: null,
      is_so: true,
      text: 'ü',
    },
  ])
  expect(rows[1]?.[0]).toMatchObject({ number: 2 })
  expect(rows[2]).toEqual(rows[0])
  expect(descriptions).toBe(1)
})

test('many rows, no rows, rows without columns and changes without rows are the same each time', async () => {
  await client.query('create temporary table counted (id integer)')
  const resultsOf = async (text: string) => {
    const results = []
    for (const value of [3, 0, 3]) {
      const { command, rowCount, rows } = await client.query(text, [value])
      results.push({ command, rowCount, rows })
    }
    return results
  }
  const numbers = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const three = (command: string, rows: object[]) => ({ command, rowCount: 3, rows })
  const none = (command: string) => ({ command, rowCount: 0, rows: [] })
  for (const [text, command, rows] of [
    ['select id from generate_series(1, $1::integer) id', 'SELECT', numbers],
    ['select from generate_series(1, $1::integer)', 'SELECT', [{}, {}, {}]],
    ['insert into counted select generate_series(1, $1::integer)', 'INSERT', []],
    ['insert into counted select generate_series(1, $1::integer) returning id', 'INSERT', numbers],
  ] as const) {
    expect(await resultsOf(text)).toEqual([
      three(command, [...rows]),
      none(command),
      three(command, [...rows]),
    ])
  }
})

test('a statement whose columns have changed since returns the new ones, also if others were sent with it', async () => {
  await client.query('create temporary table changing (id integer, name text)')
  const all = () => client.query('select * from changing where id < $1', [10])
  await client.query('insert into changing values ($1, $2)', [1, 'first'])
  for (const _ of [1, 2]) expect((await all()).rows).toEqual([{ id: 1, name: 'first' }])

  await client.query('alter table changing add column note text')
  const added = { id: 1, name: 'first', note: null }
  for (const { rows } of await Promise.all([all(), all(), all()])) expect(rows).toEqual([added])
  expect((await all()).rows).toEqual([added])

  await client.query('alter table changing drop column name')
  await client.query('alter table changing alter column note type integer using 7')
  for (const _ of [1, 2]) expect((await all()).rows).toEqual([{ id: 1, note: 7 }])
})

test('a known statement that fails or is cancelled changes nothing for those sent with it', async () => {
  const divide = (by: number) => client.query('select 6 / $1::integer as result', [by])
  const sleep = (seconds: number) => client.query('select pg_sleep($1), 1 as slept', [seconds])
  await Promise.all([divide(1), sleep(0)])
  const own = await client.query('select pg_backend_pid() as pid')
  const sent = Promise.allSettled([divide(2), divide(0), divide(3), sleep(600), sleep(0), divide(6)])
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'",
      [own.rows[0].pid],
    )
    expect(rowCount).toBe(1)
  }, 20_000)
  const results = await sent
  expect(results).toMatchObject([
    { value: { rows: [{ result: 3 }] } },
    { reason: { code: '22012' } },
    { value: { rows: [{ result: 2 }] } },
    { reason: { code: '57014' } },
    { value: { rows: [{ slept: 1 }] } },
    { value: { rows: [{ result: 1 }] } },
  ])
  expect((await divide(1)).rows).toEqual([{ result: 6 }])

  await client.query('begin')
  const inFailed = await Promise.allSettled([divide(0), divide(1), sleep(0)])
  await client.query('rollback')
  expect(inFailed).toMatchObject([
    { reason: { code: '22012' } },
    { reason: { code: '25P02' } },
    { reason: { code: '25P02' } },
  ])
  expect((await divide(2)).rows).toEqual([{ result: 3 }])
})

test.each(['_result', '_parsers', '_prebuiltEmptyResultObject', '_accumulateRows'])(
  'where a version of pg has no member %s, the columns are described each time',
  async (member) => {
    const without = (target: object) => Object.defineProperty(target, member, { value: undefined })
    const query = new NamedQuery({ name: member, text: 'select $1::integer as id', values: [1] }, undefined)
    await new Promise((resolve) => client.query(query as never, resolve as never))
    expect(query.columns()).toBeDefined()
    const { _result } = query as unknown as { _result: object }
    without(member in query ? query : _result)
    expect(query.columns()).toBeUndefined()
  },
)

test('notices of a known statement are received', async () => {
  await client.query(`
    create function pg_temp.warn(text text) returns text language plpgsql as $$
    begin raise notice '%', text; return text; end $$
  `)
  const notices: string[] = []
  client.on('notice', ({ message }) => notices.push(message ?? ''))
  for (const text of ['first', 'second']) {
    expect((await client.query('select pg_temp.warn($1) as warned', [text])).rows).toEqual([{ warned: text }])
  }
  expect(notices).toEqual(['first', 'second'])
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
  const lock = 190_613
  const other = await pool.connect()
  onTestFinished(() => other.release(true))
  await other.query('select pg_advisory_lock($1)', [lock])
  const slow = client.query('select pg_advisory_xact_lock($1)', [lock])
  const quick = client.query('select $1::integer', [1])
  await vi.waitUntil(() => silentMs() > 50, { timeout: 20_000, interval: 5 })
  await other.query('select pg_advisory_unlock($1)', [lock])
  await Promise.all([slow, quick])
  expect(silentMs()).toBe(0)
})
