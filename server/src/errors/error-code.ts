/**
 * Returns the code of an error of PostgreSQL (SQLSTATE, or one of our triggers) or of Node.js (`ENOENT`), if it has
 * one.
 */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
