import { api } from '@lims/contract/api.ts'
import { buildRequest, patientBatch } from './calls.ts'
import { openCaller } from './http-caller.ts'
import type { Subject } from './start-subject.ts'
import type { Stock } from './stock.ts'
import { percentile, type Timing } from './timing.ts'

const readers = 16
const rounds = 3

/** Times 16 readers of samples and lists while a patient batch of 10,000 is registered, and prints how long they wait. */
export async function measureReadsBesideBatch({ server }: Subject, stock: Stock): Promise<void> {
  const callers = await Promise.all(Array.from({ length: readers }, () => openCaller(server)))
  const writer = await openCaller(server)
  const reads: Timing = { milliseconds: [], seconds: 0 }
  for (let round = 0; round < rounds; round++) {
    let isWriting = true
    const begun = performance.now()
    const reading = callers.map(async ({ call }, index) => {
      for (let turn = index; isWriting; turn++) {
        const from = performance.now()
        const id = stock.all[turn % stock.all.length] ?? ''
        await call(
          turn % 2 === 0
            ? buildRequest(api.samples.get, { query: { id } })
            : buildRequest(api.samples.list, {}),
        )
        reads.milliseconds.push(performance.now() - from)
      }
    })
    await writer.call(buildRequest(api.batches.addPatient, { body: patientBatch(stock.nextName(), 1000) }))
    isWriting = false
    await Promise.all(reading)
    reads.seconds += (performance.now() - begun) / 1000
  }
  for (const { close } of [...callers, writer]) close()
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(reads, part).toFixed(1))
  console.log(
    `${readers} readers beside a patient batch of 10,000 (${(reads.seconds / rounds).toFixed(2)} s): p50 ${p50} ms, p95 ${p95}, p99 ${p99}; ${reads.milliseconds.length} reads`,
  )
}
