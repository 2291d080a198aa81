// Error codes of PostgreSQL (SQLSTATE). Source: PostgreSQL, Appendix A.

/** A write to a standby or a read-only database. */
export const readOnlyTransaction = '25006'
/** A row whose unique columns another row has. */
export const uniqueViolation = '23505'
export const serializationFailure = '40001'
export const deadlockDetected = '40P01'
/** A statement for which the role lacks the permission. */
export const insufficientPrivilege = '42501'
/** A table that does not exist. */
export const undefinedTable = '42P01'
/** A database whose name another one has. */
export const duplicateDatabase = '42P04'
export const diskFull = '53100'
export const tooManyConnections = '53300'
/** A lock was not given in time. */
export const lockNotAvailable = '55P03'
