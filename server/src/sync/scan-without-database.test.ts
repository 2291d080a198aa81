import { expect, test, vi } from 'vitest'
import { behindProxy } from '../../test/behind-proxy.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { readersInThisProcess } from '../../test/file-readers.ts'
import { openLab } from '../../test/lab.ts'
import { scanning } from '../../test/scanning.ts'
import type { ScanFiles } from './read-changes.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { messages } = scanning(lab)
const { proxy, startServer } = await behindProxy(lab)

/** Reads the repository, and then loses the database. */
const loseDatabase: ScanFiles = async function* (known, signal) {
  yield* readersInThisProcess.scanFiles(known, signal)
  await proxy.stop()
  await proxy.refuseAll()
}

test('a scan that loses its database for some seconds is recorded as failed, with the reason', async () => {
  repository.write('a.dvc', 'outs:\n- path: a.csv\n')
  const post = await startServer({ readers: { ...readersInThisProcess, scanFiles: loseDatabase } })
  expect((await post('/sync/trigger', {})).statusCode).toBe(200)
  // The step, its end, a heartbeat or two, and that end again.
  await vi.waitFor(() => expect(proxy.refusedConnections()).toBeGreaterThan(5), { timeout: 30_000 })
  await proxy.start()

  const outcomes = () => lab.db.selectFrom('sync_run').select('outcome').execute()
  await vi.waitFor(async () => expect(await outcomes()).toEqual([{ outcome: 'failed' }]), { timeout: 30_000 })
  expect(await messages()).toEqual(['A scan broke off: the database did not respond.'])
})
