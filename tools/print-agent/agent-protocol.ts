import { type Printer, ReadBody, WriteBody } from '@lims/contract/print-agent.ts'
import { type Faults, noFaults } from './faults.ts'
import { hostStatus } from './host-status.ts'
import { LabelStore } from './label-store.ts'

export type AgentAnswer = { status: number; type: string; body: string } | 'cut'

const aPrinter = (printer: Pick<Printer, 'uid' | 'name' | 'connection'>): Printer => ({
  deviceType: 'printer',
  provider: 'com.zebra.ds.webdriver.desktop.provider.DefaultDeviceProvider',
  version: 3,
  manufacturer: 'Zebra Technologies',
  ...printer,
})

/** A queue of the operating system, and one on the network whose id and name hold colons. */
export const standInPrinters = [
  aPrinter({ uid: '10.0.0.5:9100', name: 'Bench 2: ZD421-203dpi', connection: 'network' }),
  aPrinter({
    uid: 'ZDesigner ZD611-300dpi (ZPL)',
    name: 'ZDesigner ZD611-300dpi (ZPL)',
    connection: 'driver',
  }),
] as const

const json = (content: object): AgentAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(content),
})
const text = (status: number, body: string): AgentAnswer => ({ status, type: 'text/plain', body })

/** Answers as Zebra Browser Print does, or as its present faults make it. */
export class AgentProtocol {
  readonly store = new LabelStore()
  faults: Faults = noFaults
  #labelWrites = 0
  /** What each printer has said and nobody has read yet. */
  readonly #replies = new Map<string, string>()

  setFaults(faults: Faults) {
    this.faults = faults
    this.#labelWrites = 0
    if (faults.printer === 'ready') this.store.printWaiting()
  }

  answer(method: string, path: string, body: string): AgentAnswer {
    if (this.faults.agent === 'gone') return 'cut'
    if (this.faults.agent === 'html') {
      return { status: 200, type: 'text/html', body: '<!doctype html><title>Another program</title>' }
    }
    const { pathname, searchParams } = new URL(path, 'http://agent')
    switch (`${method} ${pathname}`) {
      case 'GET /available':
        return json({ printer: this.#printers() })
      case 'GET /default':
        return this.#default(searchParams.get('type') === 'printer')
      case 'GET /config':
        return json({ application: this.#application() })
      case 'POST /write':
        return this.#write(body)
      case 'POST /read':
        return this.#read(body)
      default:
        return text(404, 'Not Found')
    }
  }

  #printers(): Printer[] {
    if (this.faults.printer === 'unplugged') return []
    return standInPrinters.map((printer) => ({ ...printer, version: this.faults.version === 'old' ? 2 : 3 }))
  }

  #default(isAskedForPrinter: boolean): AgentAnswer {
    const [printer] = this.#printers()
    if (!printer) return text(200, '')
    if (isAskedForPrinter) return json(printer)
    const { name, deviceType, connection, uid, provider, manufacturer } = printer
    const told = Object.entries({ name, deviceType, connection, uid, provider, manufacturer })
    return text(200, ['device', ...told.map(([key, value]) => `\t${key}: ${value}`)].join('\n'))
  }

  #application() {
    if (this.faults.version === 'old') {
      return { version: '1.1.6.110', build_number: 110, api_level: 2, platform: 'windows' }
    }
    return { version: '1.3.2.489', apiLevel: 5, buildNumber: 489, platform: 'stand-in' }
  }

  #write(body: string): AgentAnswer {
    const given = WriteBody.safeParse(parseJson(body))
    if (!given.success) return text(400, 'The request holds no device and data')
    const { device, data } = given.data
    const printer = this.#printers().find(({ uid }) => uid === device.uid)
    if (!printer) return text(500, `Printer not found: ${device.name}`)
    if (!data.includes('^XA')) return this.#command(printer, data)

    const { failEvery, cutBeforeEvery, cutAfterEvery } = this.faults
    this.#labelWrites++
    const isTurn = (every: number) => every > 0 && this.#labelWrites % every === 0
    if (isTurn(failEvery)) return text(500, 'Failed to write to device')
    if (isTurn(cutBeforeEvery)) return 'cut'
    this.store.take(printer, data, this.faults.printer === 'ready')
    return isTurn(cutAfterEvery) ? 'cut' : json({})
  }

  #command(printer: Printer, data: string): AgentAnswer {
    if (data.includes('~HS') && !this.faults.isSilent) {
      const waiting = this.store.labels.filter(({ isPrinted }) => !isPrinted).length
      this.#replies.set(printer.uid, this.#reply(printer.uid) + hostStatus(this.faults.printer, waiting))
    }
    return json({})
  }

  #read(body: string): AgentAnswer {
    const given = ReadBody.safeParse(parseJson(body))
    if (!given.success) return text(400, 'The request holds no device')
    const { uid } = given.data.device
    const reply = this.#reply(uid)
    this.#replies.delete(uid)
    return text(200, reply)
  }

  #reply(uid: string): string {
    return this.#replies.get(uid) ?? ''
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined
    throw failure
  }
}
