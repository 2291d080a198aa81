/** Without a schema: the process that parses a file imports this, and would take twice as long to start with Zod. */
export const maxImportedSamples = 20_000
export const maxImportFileBytes = 5 * 1024 * 1024
