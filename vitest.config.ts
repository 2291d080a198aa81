import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'
import web, { strictTests } from './web/vite.config.ts'

const properties = 'tools/test/seed-properties.ts'

/**
 * The files of a worker share all modules: loading them again takes a sixth of the time. A third worker for two
 * processors: tests that start servers often wait for them.
 */
const shared = { isolate: false, maxWorkers: 3 }

/** On a busy machine too. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

/** Paths that the whole run has in another part of it. */
const excluded = process.env.EXCLUDED_TESTS?.split(',') ?? []

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // On a busy machine too.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['contract/**/*.test.ts'],
          setupFiles: properties,
          ...shared,
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...excluded],
          globalSetup: 'server/test/prepare-database.ts',
          setupFiles: [properties, 'server/test/setup.ts'],
          ...shared,
          ...patient,
        },
      },
      './web/vite.config.ts',
      {
        ...web,
        // What needs the development build of React, which has the strict mode and its warnings.
        test: {
          ...web.test,
          name: 'web-strict',
          include: strictTests,
          exclude: [],
          env: { REACT_BUILD: 'development' },
        },
      },
    ],
  },
})
