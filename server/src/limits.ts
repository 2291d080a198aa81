import { hourMs, minuteMs } from '@lims/contract/durations.ts'

/**
 * How long the database, files and the end of the server may take before they are given up, in milliseconds. Programs
 * that parse files, their queues and the time-stamp authority have their limits where they are started: nothing waits
 * for ever. docs/operations.md says what people see when a limit is reached.
 */
export const limits = {
  /** A statement in the database, with its waiting for others. Migrations are exempt; backups may read for longer. */
  statementMs: 5 * minuteMs,
  /** How long receipts that are written together wait for a lock; then each is written on its own. */
  receiptLockMs: 500,
  /** How long an erasure waits for a table into which others write, while later ones wait for it. */
  erasureLockMs: 5000,
  /** A transaction in which nothing happens. */
  idleTransactionMs: 5 * minuteMs,
  /** A new connection to the database, or a free one of the pool. */
  connectMs: 5000,
  /** How long a connection may be silent during a statement before it is checked … */
  silentConnectionMs: 4000,
  /** … and how long that check may take, over another connection. */
  connectionProbeMs: 5000,
  /** How long the reply to a statement that has ended may be on its way. */
  lateReplyMs: 1000,
  /** Reading and writing the anchor file, which may be on another machine … */
  anchorFileMs: 15_000,
  /** … how long a person waits for what it says … */
  readAnchorMs: 3000,
  /** … and how long a stopping server waits for it. */
  stopAnchorMs: 3000,
  /** How long a stopping server seals the audit trail. */
  stopSealMs: 5000,
  /** How often the connection for the notifications of the database is checked. */
  listenCheckMs: 10_000,
  /** How long a command waits for its database, or for that of a starting server … */
  attachMs: 30_000,
  /** … and how long one that has started the database waits for other commands that use it. */
  otherCommandsMs: hourMs,
  /** How long the bundled database may take for a fast shutdown before an immediate one (SIGQUIT). */
  stopDatabaseMs: 30_000,
  /** … and how long when the server was killed. */
  stopOrphanMs: 3000,
  /** How long the event loop may be blocked before the process is ended. */
  stuckMs: 20_000,
  /** How long the rest of a request body that is refused is read, so that the client reads the refusal. */
  refusedBodyMs: 10_000,
  /** How long a stopping server waits for a client that neither reads its reply nor sends its request. */
  stalledClientMs: 10_000,
} as const
