import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

async function bringBack() {
  const { rows } = await sql`select from pg_namespace where nspname = 'former'`.execute(lab.db)
  if (rows.length === 0) return
  await sql`drop schema public`.execute(lab.db)
  await sql`alter schema former rename to public`.execute(lab.db)
}

test('a server is not ready on a database without its tables, such as one that was created anew under its name', async () => {
  const readiness = () => lab.app.inject({ url: '/api/health/ready' })
  const ready = async () => (await readiness()).statusCode
  expect(await ready()).toBe(200)
  await sql`alter schema public rename to former`.execute(lab.db)
  await sql`create schema public`.execute(lab.db)
  onTestFinished(bringBack)

  const refusal = await readiness()
  expect(refusal.statusCode).toBe(503)
  expect(refusal.json()).toEqual({
    code: 'database-unavailable',
    message: 'The database does not hold the tables of LIMS.',
  })
  expect((await lab.app.inject({ url: '/api/health/live' })).statusCode).toBe(200)
  await bringBack()
  expect(await ready()).toBe(200)
})
