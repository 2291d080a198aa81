import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { readersInThisProcess } from '../../test/file-readers.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { ScanFailed, type ScanFiles } from './read-changes.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => repository.clear())

/** More than a scan saves at once. */
const files = 450

/** Reads the repository, and breaks off before the DVC file that holds the BAM files is saved. */
const breakOff: ScanFiles = async function* (known, signal) {
  let lines = 0
  for await (const line of readersInThisProcess.scanFiles(known, signal)) {
    yield line
    lines += 1
    if (lines === files - 20) throw new ScanFailed('The scan broke off.')
  }
}

test('the files of a DVC file that only a scan which broke off has read, and that is gone since, are linked to nobody', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  const bam = makeBam(['T0000001'])
  const { md5, size } = repository.cache(bam)
  const outputs = Array.from(
    { length: files },
    (_, n) => `- {path: T0000001.${n}.bam, md5: ${md5}, size: ${size}}`,
  )
  repository.write('a/all.dvc', `outs:\n- {path: bad.bam, md5: x}\n${outputs.join('\n')}\n`)
  const server = await lab.startServer({ readers: { ...readersInThisProcess, scanFiles: breakOff } })
  const begun = await server.inject({
    method: 'POST',
    url: '/api/sync/trigger',
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(begun.statusCode).toBe(200)
  expect(await scanning(lab).untilEnded()).toMatchObject({ bamFiles: 399, totalErrors: 2 })
  repository.remove('a')
  repository.add('b/T0000001.bam', bam)

  expect(await scan()).toMatchObject({ bamFiles: 1, samplesLinked: 1, totalErrors: 0 })

  expect((await lab.get('/samples/get', { id })).json().sample.bamFileUri).toBe('b/T0000001.bam')
  expect(await messages()).toEqual([])
})
