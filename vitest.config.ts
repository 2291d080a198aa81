import { configDefaults, defineConfig } from 'vitest/config'

// What only a database server can do, such as going down, is tested where there is one.
const needPostgres = process.env.TEST_DATABASE_URL ? [] : ['**/*.postgres.test.ts']

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...needPostgres],
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
