type Defined<Columns> = { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> }

/** Returns the columns that have a value, null too; those that are undefined stay as they are in the row. */
export const definedColumns = <Columns extends object>(columns: Columns): Defined<Columns> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Defined<Columns>
