import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from '../src/db/open-database.ts'
import { reverseUnorderedRows } from './unordered-rows.ts'

/** Creates a database on a server, empty or with all that the template has. A copy is named after its template. */
export async function createDatabase(server: string, template?: string) {
  const name = `${template ?? 'lims_test'}_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template ?? 'template1'}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => drop(server, name) }
}

/** Requests wait for longer than in a laboratory: a busy machine serves fifty at once one after the other. */
export async function openUrl(url: string) {
  const opened = await openPostgres(url, () => {}, Number.POSITIVE_INFINITY, 60_000)
  return { ...opened, db: opened.db.withPlugin(reverseUnorderedRows()) }
}

/** Drops a database and its copies. */
export async function dropWithCopies(server: string, name: string) {
  const { rows } = await onServer(
    server,
    `select datname from pg_database where starts_with(datname, '${name}')`,
  )
  for (const { datname } of rows) await drop(server, datname)
}

async function drop(server: string, name: string) {
  await onServer(server, `drop database ${name} with (force)`)
}

export async function onServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}
