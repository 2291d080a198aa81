import { createRequire } from 'node:module'
import { provideAct } from './production-act.ts'

const load = createRequire(import.meta.url)
const isDevelopment = process.env.REACT_BUILD === 'development'
if (isDevelopment) for (const part of ['react/jsx-dev-runtime', 'react-dom/client']) load(part)

// All other libraries as in the browser of a laboratory. The checks of their development builds, and of that of React,
// take half of the time.
process.env.NODE_ENV = 'production'
if (!isDevelopment) {
  provideAct()
  // Vite compiles our own files for the development build.
  load('react/jsx-dev-runtime').jsxDEV = load('react/jsx-runtime').jsx
}
