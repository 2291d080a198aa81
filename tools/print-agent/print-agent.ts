import { parseArgs } from 'node:util'
import { DomainError } from '../../server/src/errors/domain-error.ts'
import { StartError } from '../../server/src/errors/start-error.ts'
import { startStandIn } from './stand-in.ts'
import { printTestLabel, readStock } from './test-label.ts'

/** A stand-in for Zebra Browser Print; with --test-label, a label for the printer of whichever agent runs here. */
async function run() {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '9100' }, 'test-label': { type: 'string' } },
  })
  const size = values['test-label']
  if (size) {
    const printer = await printTestLabel(readStock(size), `http://127.0.0.1:${values.port}`)
    console.log(`A test label of ${size} was sent to ${printer}.`)
    return
  }
  const { url } = await startStandIn(readPort(values.port))
  console.log(
    `A stand-in for Zebra Browser Print answers on ${url}. Open it to see the labels and switch faults.`,
  )
}

function readPort(given: string): number {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new StartError(`'${given}' is no port.`)
  return port
}

run().catch((failure: NodeJS.ErrnoException) => {
  const isTaken = failure.code === 'EADDRINUSE'
  const isKnown = failure instanceof StartError || failure instanceof DomainError
  if (isTaken)
    console.error('The port is taken, perhaps by Zebra Browser Print. End that, or give another --port.')
  else console.error(isKnown ? failure.message : failure)
  process.exitCode = 1
})
