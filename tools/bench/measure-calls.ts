import { api } from '@lims/contract/api.ts'
import { SampleListReply } from '@lims/contract/samples.ts'
import { digitsFor } from '../../server/src/batches/sample-naming.ts'
import { measureReadsBesideBatch } from './beside-a-batch.ts'
import { buildRequest, type Call, patientBatch } from './calls.ts'
import { fillBoxes } from './fill-boxes.ts'
import { openCaller } from './http-caller.ts'
import type { Subject } from './start-subject.ts'
import type { Stock } from './stock.ts'
import { type Timing, timeJobs, together } from './timing.ts'

export type Measurements = { measured: Measured[]; readBesideBatch: () => Promise<void> }
export type Measured = { call: Call; concurrency: number; http: Timing; straight: Timing }

/** Each call by HTTP and as plain SQL, turn and turn about, so that a busy moment of the machine hits both. */
export async function measureCalls(
  subject: Subject,
  { samples, chosen, rounds }: { samples: number; chosen: readonly Call[]; rounds: number },
): Promise<Measurements> {
  const stock = await fill(subject, samples)
  const measured: Measured[] = []
  for (const call of chosen) {
    await recordCall(subject, call, stock)
    for (const concurrency of call.concurrencies) {
      measured.push(await measure(subject, call, stock, { concurrency, rounds }))
    }
  }
  return { measured, readBesideBatch: () => measureReadsBesideBatch(subject, stock) }
}

async function recordCall({ ask }: Subject, call: Call, stock: Stock) {
  const [given = {}] = call.prepare(stock, 1)
  await ask({ do: 'record', call: call.name, request: call.request(given), given })
}

async function measure(
  subject: Subject,
  call: Call,
  stock: Stock,
  { concurrency, rounds }: { concurrency: number; rounds: number },
): Promise<Measured> {
  const http: Timing[] = []
  const straight: Timing[] = []
  // The first round is not counted: code that has run a few dozen times only is not compiled yet.
  const warmUp = call.warmUp ?? call.jobs * Math.max(...call.concurrencies)
  for (let round = 0; round <= rounds; round++) {
    const jobs = () => call.prepare(stock, round === 0 ? warmUp : call.jobs * concurrency)
    const callers = await Promise.all(Array.from({ length: concurrency }, () => openCaller(subject.server)))
    const byHttp = await timeJobs(jobs(), callers, (given, caller) => caller.call(call.request(given)))
    for (const { close } of callers) close()
    const { timing } = await subject.ask({ do: 'play', call: call.name, concurrency, jobs: jobs() })
    if (round === 0) continue
    http.push(byHttp)
    straight.push(timing)
  }
  return { call, concurrency, http: together(http), straight: together(straight) }
}

const tubesPerPatient = 10
const maxPage = 1000

async function fill(subject: Subject, samples: number): Promise<Stock> {
  const { call, close } = await openCaller(subject.server)
  let batches = 0
  const nextName = () => `Bench ${String(++batches).padStart(5, '0')}`
  const patients = Math.min(1000, Math.ceil(samples / tubesPerPatient / 10))
  for (let made = 0; made < samples; made += patients * tubesPerPatient) {
    const site = batches % 2 === 0 ? 'SITE001' : 'SITE007'
    await call(buildRequest(api.batches.addPatient, { body: patientBatch(nextName(), patients, site) }))
  }
  await subject.ask({ do: 'settle' })

  const all: string[] = []
  for (let pageNumber = 0; all.length < Math.min(samples, 10_000); pageNumber++) {
    const query = { pageNumber: String(pageNumber), pageSize: String(maxPage) }
    const page = SampleListReply.parse(JSON.parse(await call(buildRequest(api.samples.list, { query }))))
    all.push(...page.samples.map(({ id }) => id))
  }
  const boxes = await fillBoxes(call, all)
  await subject.ask({ do: 'settle' })
  close()
  const patient = `P${'7'.padStart(digitsFor(patients, 3), '0')}-`
  return { all, fresh: [...all], nextName, patient, ...boxes }
}
