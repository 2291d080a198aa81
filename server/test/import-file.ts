import type { ImportProblem } from '@lims/contract/imports.ts'
import type { Lab } from './lab.ts'

type Target = {
  columns?: string
  batchId?: string
  batchName?: string
  batchDescription?: string
  fileName?: string
  importAgain?: string
  positionNumbers?: 'rows' | 'columns'
  dateOrder?: 'day-first' | 'month-first'
}

/** The import calls, as the browser makes them. */
export function importing(lab: Lab, app = lab.app) {
  const send = (
    step: string,
    file: string | Uint8Array,
    query: Target = {},
    key?: string,
    token = lab.token(),
  ) =>
    app.inject({
      method: 'POST',
      url: `/api/samples/import/${step}`,
      query,
      payload: Buffer.from(file as string),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        ...(key ? { 'idempotency-key': key } : {}),
      },
    })
  return {
    read: (file: string | Uint8Array, token?: string) => send('read', file, undefined, undefined, token),
    check: (file: string | Uint8Array, query: Target, token?: string) =>
      send('check', file, query, undefined, token),
    apply: async (file: string | Uint8Array, query: Target, key?: string, token?: string) => {
      const reply = await send('apply', file, query, key, token)
      const lines = reply.body.trimEnd().split('\n')
      return { statusCode: reply.statusCode, lines: lines.map((line) => JSON.parse(line)) }
    },
    /** The place of each sample of a batch as exports write it, by name; null if it has none. */
    placesOf: async (batchId: string): Promise<Record<string, string | null>> => {
      const { samples } = (await lab.get('/samples/list', { batchId, pageSize: '1000' })).json()
      return Object.fromEntries(
        samples.map(({ name, place }: { name: string; place: { path: string } | null }) => [
          name,
          place?.path ?? null,
        ]),
      )
    },
    /** Each problem as 'row column: message'. */
    problemsOf: async (file: string | Uint8Array, query: Target): Promise<string[]> => {
      const { problems } = (await send('check', file, query)).json()
      return problems.map(({ row, column, message }: ImportProblem) => `${row} ${column}: ${message}`)
    },
  }
}
