import { spawn } from 'node:child_process'
import { once } from 'node:events'
import '../build-web-if-needed.ts'
import { ownProcess } from '../../server/src/programs/own-process.ts'
import { packageCommand, root } from '../project.ts'
import { findBrowser, findHeadlessShell } from './find-browser.ts'
import { exitWithMissingProgram } from './missing-program.ts'
import { startServer } from './start-server.ts'

const browser = await findBrowser().catch(exitWithMissingProgram)
const headless = (await findHeadlessShell()) ?? browser
const server = await startServer()
console.log(`Journeys in ${headless} against ${server.url}`)

const journeys = spawn(packageCommand('playwright'), ['test', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, E2E_BASE_URL: server.url, E2E_BROWSER: browser, E2E_HEADLESS: headless },
})
ownProcess(journeys, 'SIGTERM')
const [exitCode] = await once(journeys, 'exit')
await server.stop()
if (exitCode !== 0) console.log(`The server's last lines:\n${server.log().split('\n').slice(-40).join('\n')}`)
process.exitCode = exitCode ?? 1
