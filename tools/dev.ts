import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ownProcess } from './owned-process.ts'
import { packageCommand, root } from './project.ts'

const webPort = process.env.WEB_PORT ?? '5173'

// Sign-in comes back to the address that the browser shows, which is the one of the web's own server here.
const server = spawn(
  process.execPath,
  ['--watch', '--disable-warning=ExperimentalWarning', 'server/src/main.ts'],
  { cwd: root, stdio: 'inherit', env: { PUBLIC_URL: `http://localhost:${webPort}`, ...process.env } },
)
const web = spawn(packageCommand('vite'), ['web', '--port', webPort, '--strictPort'], {
  cwd: root,
  stdio: 'inherit',
})

const stops = [ownProcess(server, 'SIGTERM'), ownProcess(web, 'SIGTERM')]
await Promise.race([once(server, 'exit'), once(web, 'exit')])
await Promise.all(stops.map((stop) => stop()))
process.exitCode = 1
