import type { Request } from './calls.ts'
import type { Server } from './http-caller.ts'
import type { Given } from './stock.ts'
import type { Timing } from './timing.ts'

/** What the bench requests of the process that holds the database and the server, and what that replies. */
export type BenchRequest =
  | { do: 'generate'; samples: number }
  | { do: 'stock' }
  | { do: 'record'; call: string; request: Request; given: Given }
  | { do: 'play'; call: string; concurrency: number; jobs: Given[]; maxMs: number }
  | { do: 'watch' }
  | { do: 'watched' }
  | { do: 'settle' }
export type BenchReply =
  | {
      to: 'start'
      server: Server
      minimalPort: number
      secondToken: string
      version: string
      readyMs: number
    }
  | { to: 'generate'; seconds: number }
  | { to: 'stock'; all: string[]; fresh: string[]; stored: string[]; batch: string }
  | { to: 'record'; statements: number }
  | { to: 'play'; timing: Timing }
  | { to: 'watch' }
  | { to: 'watched'; watched: Watched }
  | { to: 'settle' }

/** Delays of the event loop, and the most requests that waited or ran at once, since 'watch'. */
export type Watched = { delayP50Ms: number; delayP99Ms: number; delayMaxMs: number; maxRequests: number }
