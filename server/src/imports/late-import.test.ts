import { beforeEach, expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { readersInThisProcess } from '../../test/file-readers.ts'
import { importing } from '../../test/import-file.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { untilStatus } from '../../test/until-status.ts'

const lab = await openLab()
const reason = 'as agreed'

let started = Promise.withResolvers<void>()
let goOn = Promise.withResolvers<void>()
beforeEach(() => {
  started = Promise.withResolvers()
  goOn = Promise.withResolvers()
})
/** Reads no file before the test goes on. */
const server = await lab.startServer({
  readers: {
    ...readersInThisProcess,
    parse: async (file, signal) => {
      started.resolve()
      await goOn.promise
      return readersInThisProcess.parse(file, signal)
    },
  },
})
const { apply, check } = importing(lab, server)

const file = 'Sample name,Type\nNB-1,PLASMA\n'
const columns = 'name,type'
const study = { columns, batchName: 'Study', batchDescription: 'Plasma' }

/** Sends a file, and returns what reads the reply after the file was read, `seconds` later. */
async function begin<Reply>(request: PromiseLike<Reply>) {
  const sending = Promise.resolve(request)
  await started.promise
  return (seconds: number) => {
    lab.setNow(new Date(testNow.getTime() + seconds * 1000))
    goOn.resolve()
    return sending
  }
}
const untilKnown = (statusCode: number, token: string, url = '/api/samples/list') =>
  untilStatus(server, statusCode, { token, url })
const batches = () => lab.db.selectFrom('batch').select('name').execute()

test('a token that is revoked while its file is read imports nothing', async () => {
  const { token, id } = await apiTokens(lab).create()
  const finish = await begin(apply(file, study, undefined, token))
  await lab.post('/tokens/revoke', { id })
  await untilKnown(401, token)
  expect(await finish(2)).toMatchObject({ statusCode: 401, lines: [{ code: 'not-signed-in' }] })
  expect(await batches()).toEqual([])
})

test('who is deactivated while their file is read imports nothing', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const finish = await begin(apply(file, study, undefined, bo))
  await lab.post('/people/deactivate', { personId: 'bo', reason })
  await untilKnown(401, bo)
  expect(await finish(2)).toMatchObject({ statusCode: 401, lines: [{ code: 'not-signed-in' }] })
  expect(await batches()).toEqual([])
})

test('who may not import any more when their file is read imports nothing', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const finish = await begin(apply(file, study, undefined, bo))
  await lab.post('/people/set-role', { personId: 'bo', role: 'viewer', reason })
  await untilKnown(403, bo, '/api/audit/list')
  expect(await finish(2)).toMatchObject({ statusCode: 403, lines: [{ code: 'permission-denied' }] })
  expect(await batches()).toEqual([])
})

test('a file that takes a minute to read, of somebody who is still signed in, is imported', async () => {
  const { token } = await apiTokens(lab).create()
  const finish = await begin(apply(file, study, undefined, token))
  expect(await finish(60)).toMatchObject({ statusCode: 200 })
  expect(await batches()).toEqual([{ name: 'Study' }])
})

test('a token that is revoked while its file is read gets no check of it', async () => {
  const { token, id } = await apiTokens(lab).create()
  const finish = await begin(check(file, study, token))
  await lab.post('/tokens/revoke', { id })
  await untilKnown(401, token)
  const reply = await finish(2)
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'not-signed-in'])
})
