import { endpoint } from '@lims/contract/endpoint.ts'
import { parameters } from '@lims/contract/parameters.ts'
import { succeeded, success } from '@lims/contract/success.ts'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openLab } from '../../test/lab.ts'
import { DomainError } from '../errors/domain-error.ts'
import { write } from './endpoints.ts'

const lab = await openLab()

const done: string[] = []
beforeEach(() => {
  done.length = 0
})

const writeTwice = endpoint({
  method: 'POST',
  path: '/api/test/write-twice',
  permission: 'signed-in',
  summary: 'Schedule two works',
  body: parameters({ isRefused: z.boolean() }),
  reply: z.object({ success }),
})
write(lab.app, writeTwice, async (_, { body, afterCommit }) => {
  afterCommit(() => done.push('first'))
  afterCommit(() => done.push('second'))
  if (body.isRefused) throw new DomainError('request-invalid', 'Refused.')
  return succeeded
})

test('everything that a write schedules runs after its commit, in order', async () => {
  expect((await lab.post('/test/write-twice', { isRefused: false })).json()).toEqual({ success: true })
  expect(done).toEqual(['first', 'second'])
})

test('nothing that was scheduled runs after a rollback, or for a repeated request', async () => {
  expect((await lab.post('/test/write-twice', { isRefused: true })).statusCode).toBe(400)
  expect(done).toEqual([])
  const twice = () =>
    lab.post('/test/write-twice', { isRefused: false }, lab.token(), { 'idempotency-key': 'k' })
  await twice()
  expect((await twice()).json()).toEqual({ success: true })
  expect(done).toEqual(['first', 'second'])
})
