import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    permission: 'none',
    summary: 'The server is running',
    reply: z.object({ status: z.literal('live') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    permission: 'none',
    summary: 'The server can read its database',
    reply: z.object({ status: z.literal('ready') }),
  }),
}
