import { uuidPattern } from '@lims/contract/id-input.ts'

/** PostgreSQL refuses to compare a uuid with any other text: a malformed id is treated as not found. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
