import { readConfig } from './config.ts'
import { StartError } from './errors/start-error.ts'
import { assertStockFitsCode } from './labels/label-layout.ts'

async function start() {
  const config = readConfig(process.env)
  assertStockFitsCode(config.labelStock)
  // Loading the rest takes a second. A wrong setting is reported before that.
  const { startServer } = await import('./start-server.ts')
  await startServer(config)
}

start().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
