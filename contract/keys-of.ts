/**
 * Returns the keys of a record that is written out in full, in the order of the text. TypeScript knows them only as
 * texts, because a value may have more members than its type.
 */
export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) =>
  Object.keys(record) as [K, ...K[]]
