import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: 'server/test/prepare-database.ts',
          testTimeout: 60_000,
          // Some tests kill servers and databases and time the recovery: a busy machine may need another try.
          retry: 2,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      './web/vite.config.ts',
    ],
  },
})
