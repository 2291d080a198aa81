import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests of one rule, which tools/mutate/mutate.ts names. */
const tests: string[] = JSON.parse(process.env.MUTATE_TESTS ?? '[]')

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: tests,
    globalSetup: tests.some((test) => test.startsWith('server/')) ? ['server/test/prepare-database.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
