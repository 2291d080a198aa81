import type { Request } from './calls.ts'
import type { Server } from './http-caller.ts'
import type { Given } from './stock.ts'
import type { Timing } from './timing.ts'

/** What the bench asks of the process that holds the database and the server, and what that answers. */
export type Ask =
  | { do: 'record'; call: string; request: Request; given: Given }
  | { do: 'play'; call: string; concurrency: number; jobs: Given[] }
  | { do: 'settle' }
export type Answer =
  | { to: 'start'; server: Server }
  | { to: 'record'; statements: number }
  | { to: 'play'; timing: Timing }
  | { to: 'settle' }
