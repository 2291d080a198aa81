import type { Endpoint, RequestOf } from '@lims/contract/endpoint.ts'
import { parse } from 'content-disposition'
import { type CallOptions, hear } from './call.ts'

export type ReceivedFile = { name: string; content: Blob }

/** Makes a call that is answered with a file. */
export function callForFile<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReceivedFile> {
  return hear(endpoint, request, options, async (answer, isAlive) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = answer.body?.getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      parts.push(next.value)
      isAlive()
    }
    const type = answer.headers.get('content-type') ?? ''
    return {
      name: parse(answer.headers.get('content-disposition') ?? '').parameters.filename ?? 'download',
      content: new Blob(parts, { type }),
    }
  })
}
