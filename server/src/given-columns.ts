type Given<Columns> = { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> }

/** Returns the columns that have a value, null too; those that are undefined stay as they are in the row. */
export const givenColumns = <Columns extends object>(columns: Columns): Given<Columns> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<Columns>
