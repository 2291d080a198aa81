import { createHash } from 'node:crypto'
import pg from 'pg'

/** So many different statements are kept prepared per connection; past it a statement is sent unprepared. */
const mostNames = 500
const names = new Map<string, string>()

/** One name for one text, so that PostgreSQL plans a hot statement once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

/** A pg client that sends every statement with values as a named prepared statement. */
export class NamingClient extends pg.Client {
  // @ts-expect-error pg states a dozen overloads; the two forms that Kysely uses are text with and without values.
  override query(text: unknown, values?: unknown[], done?: unknown) {
    if (typeof text === 'string' && values && values.length > 0 && !done) {
      const name = nameOf(text)
      if (name) return super.query({ name, text, values })
    }
    return super.query(text as string, values as unknown[], done as never)
  }
}
