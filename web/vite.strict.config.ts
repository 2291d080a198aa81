import { defineConfig } from 'vitest/config'
import web, { strictTests } from './vite.config.ts'

/** The tests that need the development build of React, which has the strict mode and its warnings. */
export default defineConfig({
  ...web,
  test: {
    ...web.test,
    name: 'web-strict',
    include: strictTests,
    exclude: [],
    env: { REACT_BUILD: 'development' },
  },
})
