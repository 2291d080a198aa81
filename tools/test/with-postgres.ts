import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ownProcess } from '../../server/src/programs/own-process.ts'
import { exitWithMissingProgram } from './missing-program.ts'
import { openOldestPostgres } from './oldest-postgres.ts'

const [command, ...args] = process.argv.slice(2)
if (!command) throw new Error('Usage: node tools/test/with-postgres.ts <command> [arguments]')

const { url, stop } = await openOldestPostgres().catch(exitWithMissingProgram)
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
})
ownProcess(child, 'SIGTERM')
const [exitCode] = await once(child, 'exit')
await stop()
process.exitCode = exitCode ?? 1
