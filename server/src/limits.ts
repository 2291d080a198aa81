/**
 * How long each thing may take before it is given up, in milliseconds. Nothing waits for ever: what is not listed here
 * is bounded by one of these. docs/operations.md says what people see when a limit is reached.
 */
export const limits = {
  /** A statement in the database, with its waiting for others; migrations are exempt. */
  statementMs: 5 * 60_000,
  /** Receipts that are written together wait so long for others; then each is written on its own. */
  receiptLockMs: 500,
  /** A transaction in which nothing happens. */
  idleTransactionMs: 5 * 60_000,
  /** A new connection to the database, or a free one of the pool. */
  connectMs: 5000,
  /** A connection that is silent during a statement is checked after so long … */
  silentConnectionMs: 4000,
  /** … over another one, which may take so long. */
  connectionProbeMs: 5000,
  /** The messages of the database are proved to arrive so often. */
  listenCheckMs: 10_000,
  /** A command waits so long for its database, or for that of a starting server. */
  attachMs: 30_000,
  /** … and one that has started its database lets others that use it finish for so long. */
  otherCommandsMs: 60 * 60_000,
  /** How long the bundled database may take for a fast shutdown before an immediate one (SIGQUIT). */
  stopDatabaseMs: 30_000,
  /** … and so long when the server was killed. */
  stopOrphanMs: 3000,
  /** The event loop may stand still for so long before the process is ended. */
  stuckMs: 20_000,
  /** The rest of a request body that is too large is read for so long, so that the client reads the refusal. */
  refusedBodyMs: 10_000,
  /** While the server stops, a client that neither reads its reply nor sends its request is waited for so long. */
  stalledClientMs: 10_000,
} as const
