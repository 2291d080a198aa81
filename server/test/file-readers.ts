import type { AppParts } from '../src/app.ts'

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/**
 * Scan and parse in the process of the tests, for those about what is in the files: to start a process takes far
 * longer than to read some lines. What the server runs, the processes with their limits, is proved with
 * `ownProcesses` by hostile-repository, one-scan-at-a-time and scan-calls in sync/, and by bad-files, abort-signals,
 * import-while-busy and import-progress in imports/; in whole servers by killed-scan.
 */
export const readersInThisProcess: NonNullable<AppParts['readers']> = {
  scanFiles: async function* (known, signal) {
    const { scanRepository } = await import('../src/sync/scan-repository.ts')
    for (const line of await scanRepository(known)) {
      signal.throwIfAborted()
      yield throughJson(line)
    }
  },
  parse: async (file, signal) => {
    const { tableOrError } = await import('../src/imports/parse-file.ts')
    const parsed = await tableOrError(new Uint8Array(file))
    signal.throwIfAborted()
    return throughJson(parsed)
  },
}
