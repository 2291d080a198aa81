import { parseArgs } from 'node:util'
import { startStandIn } from './stand-in.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '9100' } } })

try {
  const { url } = await startStandIn(Number(values.port))
  console.log(
    `A stand-in for Zebra Browser Print answers on ${url}. Open it to see the labels and switch faults.`,
  )
} catch (failure) {
  if ((failure as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw failure
  console.error(
    `Port ${values.port} is taken, perhaps by Zebra Browser Print itself. End that, or give another --port.`,
  )
  process.exitCode = 1
}
