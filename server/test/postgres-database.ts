import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from '../src/db/open-database.ts'

/** Creates a database on a server, empty or with all that the template has. */
export async function createDatabase(server: string, template = 'template1') {
  const name = `lims_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

export const openUrl = (url: string) => openPostgres(url, () => {})

export async function onServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
