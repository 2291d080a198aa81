import pg from 'pg'

type Result = {
  fields: readonly unknown[]
  _parsers?: readonly unknown[]
  _prebuiltEmptyResultObject: object | null
}

/** How pg reads the rows of a statement, computed from the description of its columns. */
export type Columns = Required<Result>

/** Members of pg that its types leave out. */
type Internals = {
  prepare: (connection: pg.Connection) => void
  _result: Result
  _accumulateRows?: unknown
}
const { prepare } = pg.Query.prototype as unknown as Internals

/**
 * A named prepared statement that requests the description of its columns only until they are known, as reading the
 * description of a sample took longer than reading the sample. PostgreSQL refuses to execute the statement once it
 * would return other columns (`isPlanOutdated`). With a version of pg that has no such members, and for a statement
 * without columns, the description is requested each time.
 */
export class NamedQuery extends pg.Query {
  readonly #columns: Columns | undefined

  constructor(config: pg.QueryConfig, columns: Columns | undefined) {
    super(config)
    this.#columns = columns
  }

  /** Called by pg to send the statement. */
  prepare(connection: pg.Connection): void {
    if (this.#columns) {
      const internals = this as unknown as Internals
      Object.assign(internals._result, this.#columns)
      internals._accumulateRows = true
    }
    prepare.call(this, this.#columns ? withoutDescribe(connection) : connection)
  }

  /** The columns of the rows that were read; undefined if there are none, or if they cannot be used again. */
  columns(): Columns | undefined {
    const { _result: result, _accumulateRows } = this as unknown as Partial<Internals>
    if (!result || !_accumulateRows) return undefined
    const { fields, _parsers, _prebuiltEmptyResultObject } = result
    return _parsers?.length === fields.length && _prebuiltEmptyResultObject
      ? { fields, _parsers, _prebuiltEmptyResultObject }
      : undefined
  }
}

const describingNothing = new WeakMap<pg.Connection, pg.Connection>()

/** Returns the connection without the request for a description. */
function withoutDescribe(connection: pg.Connection): pg.Connection {
  const known = describingNothing.get(connection)
  if (known) return known
  const silent: pg.Connection = Object.create(connection, { describe: { value: () => {} } })
  describingNothing.set(connection, silent)
  return silent
}
