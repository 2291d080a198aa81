import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { antdStyles } from './antd-styles.ts'
import { compressAssets } from './compress-assets.ts'
import { limitScripts } from './limit-scripts.ts'
import { minifyPublicScripts } from './minify-public-scripts.ts'
import { omitDescriptions } from './omit-descriptions.ts'
import { replaceImports } from './replace-imports.ts'

const server = 'http://127.0.0.1:3000'

/** Tests that need the development build of React: the project web-strict of `vitest.config.ts`. */
export const strictTests = ['src/app/strict-mode.test.tsx']

const partsOfAntd = (names: string) => new RegExp(`antd[\\\\/]es[\\\\/](${names})[\\\\/]index\\.js$`)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    replaceImports(),
    omitDescriptions(),
    antdStyles(),
    minifyPublicScripts(),
    compressAssets(),
    limitScripts(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // Hashes do not compress, and each page loads the list of all files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // A group takes its modules with all that they import and no earlier group has. Left to itself, the bundler
        // makes a file of each set of pages that share a module: 144 for the list of samples, a seventh larger
        // together.
        codeSplitting: {
          groups: [
            { name: 'start', priority: 9, tags: ['$initial'] },
            { name: 'query', priority: 9, test: /react-query[\\/].*[\\/]useQuery\.js$/ },
            { name: 'frame', priority: 8, test: /app[\\/]frame\.tsx$/ },
            { name: 'icons', priority: 7, test: /@ant-design[\\/]icons/, minShareCount: 4 },
            { name: 'spin', priority: 8, test: partsOfAntd('spin') },
            { name: 'form', priority: 7, test: partsOfAntd('form') },
            { name: 'card', priority: 6, test: partsOfAntd('card') },
            { name: 'tabs', priority: 6, test: partsOfAntd('tabs') },
            { name: 'progress', priority: 6, test: partsOfAntd('progress') },
            { name: 'checkbox', priority: 7, test: partsOfAntd('checkbox') },
            { name: 'radio', priority: 6, test: partsOfAntd('radio') },
            {
              name: 'rows',
              priority: 6,
              test: /rc-component[\\/]virtual-list|defaultRenderEmpty\.js$/,
            },
            { name: 'select', priority: 5, test: partsOfAntd('select') },
            { name: 'table', priority: 4, test: partsOfAntd('table') },
            // Most pages take no scans.
            {
              name: 'shared',
              priority: 3,
              test: /(web[\\/]src[\\/](?!forms|features[\\/]scanning)|contract[\\/]).*\.ts$/,
              minShareCount: 7,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/demo-identity': server } },
  test: {
    name: 'web',
    environment: 'jsdom',
    // A port that no server uses, so that no request of a test reaches one that is running here.
    environmentOptions: { jsdom: { url: 'http://localhost:65535/' } },
    // Node takes the other build of antd, whose contexts are others.
    alias: { 'antd/es/app/context.js': 'antd/lib/app/context.js' },
    include: ['{src,test,faster}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...strictTests],
    setupFiles: ['../tools/test/seed-properties.ts', './test/setup.ts'],
    testTimeout: 60_000,
    // On a busy machine too.
    expect: { poll: { timeout: 20_000 } },
    // The files of a worker share the libraries and the window, which takes a third of the time; `test/setup.ts` cleans
    // up.
    isolate: false,
    maxWorkers: 2,
    // Projects with different numbers of workers run one after the other in one command.
    sequence: { groupOrder: 1 },
  },
})
