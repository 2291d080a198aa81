import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

/** Makes the next changes of a batch fail, as they do when PostgreSQL gives up one of two that wait for each other. */
async function failChanges(code: string, times: number, { atCommit = false } = {}) {
  const remove = () =>
    sql`drop trigger if exists fail_change on batch;
      drop function if exists fail_change; drop sequence if exists failed_changes`.execute(lab.db)
  onTestFinished(async () => void (await remove()))
  await sql`create sequence failed_changes`.execute(lab.db)
  // A sequence is not rolled back.
  await sql`create function fail_change() returns trigger language plpgsql as $$
    begin
      if nextval('failed_changes') <= ${sql.raw(String(times))} then
        raise exception 'given up' using errcode = ${sql.lit(code)};
      end if;
      return new;
    end $$`.execute(lab.db)
  const when = atCommit
    ? sql`constraint trigger fail_change after update on batch deferrable initially deferred`
    : sql`trigger fail_change before update on batch`
  await sql`create ${when} for each row execute function fail_change()`.execute(lab.db)
}

async function rename() {
  const { batch_id: id } = await lab.addSample()
  return () => lab.post('/batches/update', { id, name: 'Renamed' })
}

test('a change that is given up for another one is made again, and then succeeds', async () => {
  const send = await rename()
  await failChanges('40P01', 4)
  expect((await send()).json()).toMatchObject({ success: true, batch: { name: 'Renamed' } })
})

test.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['a lock that was not given in time', '55P03'],
])('%s that comes again and again is refused with 503 and the advice to try again', async (_, code) => {
  const send = await rename()
  await failChanges(code, 5)
  const refused = await send()
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    {
      code: 'database-unavailable',
      message:
        'Others are changing the same records just now. Nothing was saved; please try again in a moment.',
    },
  ])
})

const limitCodes = { statements: '57014', 'idle transactions': '25P03', transactions: '25P04' }

test.each(
  Object.entries(limitCodes).flatMap(([limit, code]) => [
    { limit, code, when: 'before', atCommit: false },
    { limit, code, when: 'at', atCommit: true },
  ]),
)(
  'a change that the database ends by its limit for $limit, $when the commit, is refused with 503',
  async ({ code, atCommit }) => {
    const send = await rename()
    await failChanges(code, 1, { atCommit })
    const refused = await send()
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      {
        code: 'database-unavailable',
        message: 'The database does not respond. Please try again in a moment.',
      },
    ])
  },
)
