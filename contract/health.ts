import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    summary: 'The server is running',
    reply: z.object({ status: z.literal('live') }),
    allowAnonymous: true,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary: 'The server can reach its database',
    reply: z.object({ status: z.literal('ready') }),
    allowAnonymous: true,
  }),
}
