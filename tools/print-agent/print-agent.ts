import { printAgentAddresses } from '@lims/contract/print-agent.ts'
import { DomainError } from '../../server/src/errors/domain-error.ts'
import { StartError } from '../../server/src/errors/start-error.ts'
import { readArguments } from '../read-arguments.ts'
import { startSimulator } from './simulator.ts'
import { parseStock, printTestLabel } from './test-label.ts'

/**
 * Starts a simulator of Zebra Browser Print. With --test-label, prints a label through the agent on this computer
 * instead.
 */
async function run() {
  const { values } = readArguments({
    usage: 'npm run print-agent [-- --port PORT] [--test-label 33x13@300]',
    options: { port: { type: 'string', default: '9100' }, 'test-label': { type: 'string' } },
  })
  const size = values['test-label']
  if (size) {
    const printer = await printTestLabel(parseStock(size), `http://127.0.0.1:${values.port}`)
    console.log(`A test label of ${size} was sent to ${printer}.`)
    return
  }
  const { url } = await startSimulator(parsePort(values.port))
  const found = url === printAgentAddresses[0] ? '' : ' LIMS does not find it there, but only at port 9100.'
  console.log(
    `A simulator of Zebra Browser Print is running at ${url}. Open it to see the labels and to switch faults on.${found}`,
  )
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`'${text}' is not a port number.`)
  return port
}

run().catch((failure: NodeJS.ErrnoException & { port?: number }) => {
  const isTaken = failure.code === 'EADDRINUSE'
  const isKnown = failure instanceof StartError || failure instanceof DomainError
  if (isTaken)
    console.error(
      `Port ${failure.port} is in use, perhaps by Zebra Browser Print or another simulator. Stop that one first.`,
    )
  else console.error(isKnown ? failure.message : failure)
  process.exitCode = 1
})
