import type { Endpoint, RequestOf } from '@lims/contract/endpoint.ts'
import { parse } from 'content-disposition'
import { type CallOptions, fetchReply } from './call.ts'
import { CallError } from './call-error.ts'

export type ReceivedFile = { name: string; content: Blob }

const noFile =
  'The file did not come: something in front of the server, such as the sign-in page of a Wi-Fi, replied in its place.'

const mediaTypeOf = (type: string) => type.split(';')[0]?.trim().toLowerCase()

/** Whether the reply is a file of the server, and not the page of a proxy or of the portal of a Wi-Fi. */
const isFileOf = ({ replyTypes }: Endpoint, { headers }: Response): boolean =>
  replyTypes?.map(mediaTypeOf).includes(mediaTypeOf(headers.get('content-type') ?? '')) ?? false

/** Makes a call whose reply is a file. */
export function callForFile<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReceivedFile> {
  return fetchReply(endpoint, request, options, async (response, restartTimeout) => {
    if (!isFileOf(endpoint, response)) {
      throw new CallError(noFile, { code: 'reply-unreadable', status: response.status })
    }
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
