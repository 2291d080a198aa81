import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressAssets } from './compress-assets.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressAssets()],
  build: { outDir: 'dist', emptyOutDir: true },
  server: { proxy: { '/api': server, '/demo-identity': server } },
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    setupFiles: ['../tools/test/seed-properties.ts', './test/setup.ts'],
    testTimeout: 60_000,
    // The files of a worker share the libraries and the window, which takes a third of the time; `test/setup.ts` cleans up.
    isolate: false,
    maxWorkers: 2,
  },
})
