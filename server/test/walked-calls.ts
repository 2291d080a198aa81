import { allEndpoints } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'

/** Whether a call replies with a stream of events, which has no end. */
export const isStream = ({ replyTypes }: Endpoint): boolean =>
  replyTypes?.includes('text/event-stream') === true

/** The calls that a walk over the contract sends: without sign-in, uploads of files, and streams. */
export const walkedCalls = allEndpoints.filter(
  ({ domain, endpoint }) => domain !== 'auth' && !endpoint.takesFile && !isStream(endpoint),
)
