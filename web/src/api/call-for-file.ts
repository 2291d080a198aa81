import type { Endpoint, RequestOf } from '@lims/contract/endpoint.ts'
import { parse } from 'content-disposition'
import { type CallOptions, fetchReply } from './call.ts'

export type ReceivedFile = { name: string; content: Blob }

/** Makes a call whose reply is a file. */
export function callForFile<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReceivedFile> {
  return fetchReply(endpoint, request, options, async (response, restartTimeout) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      parts.push(next.value)
      restartTimeout()
    }
    const { headers } = response
    const { parameters } = parse(headers.get('content-disposition') ?? 'attachment')
    return {
      name: parameters.filename ?? 'download',
      content: new Blob(parts, { type: headers.get('content-type') ?? '' }),
    }
  })
}
