import './app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import 'antd/dist/antd.css'
import './app/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { holdWhilePressed } from './api/hold-while-pressed.ts'
import { AppProviders } from './app/app-providers.tsx'
import { AppRouter } from './app/app-router.tsx'
import { createAppRouter } from './app/routes.tsx'

holdWhilePressed()
const router = createAppRouter()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

createRoot(root).render(
  <StrictMode>
    <AppProviders>
      <AppRouter router={router} />
    </AppProviders>
  </StrictMode>,
)
