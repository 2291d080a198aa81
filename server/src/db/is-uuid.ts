const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** PostgreSQL refuses to compare a uuid with any other text: a malformed id is treated as not found. */
export const isUuid = (text: string): boolean => uuid.test(text)
