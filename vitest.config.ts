import { defineConfig } from 'vitest/config'

const properties = 'tools/test/seed-properties.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'contract', include: ['contract/**/*.test.ts'], setupFiles: properties },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: 'server/test/prepare-database.ts',
          setupFiles: [properties, 'server/test/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      './web/vite.config.ts',
    ],
  },
})
