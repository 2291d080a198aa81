import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ownProcess } from '../server/src/programs/own-process.ts'
import { root } from './project.ts'

const { PORT = '3000', WEB_PORT = '5173' } = process.env
// Keeps the Host header of the browser: the demo identity provider builds its addresses from it.
const toServer = { target: `http://127.0.0.1:${PORT}`, changeOrigin: false }

const server = spawn(
  process.execPath,
  ['--watch', '--disable-warning=ExperimentalWarning', 'server/src/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    // Sign-in must return to Vite's address, not the server's.
    env: { PUBLIC_URL: `http://localhost:${WEB_PORT}`, ...process.env },
  },
)
ownProcess(server, 'SIGTERM')

const web = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: {
    port: Number(WEB_PORT),
    strictPort: true,
    proxy: { '/api': toServer, '/demo-identity': toServer },
  },
})
await web.listen()
web.printUrls()

await once(server, 'exit')
await web.close()
process.exitCode = 1
