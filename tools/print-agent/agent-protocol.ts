import { type Printer, ReadBody, WriteBody } from '@lims/contract/print-agent.ts'
import { type Faults, noFaults } from './faults.ts'
import { hostStatus } from './host-status.ts'
import { LabelStore } from './label-store.ts'

type AgentReply = { status: number; type: string; body: string } | 'cut'

const makePrinter = (printer: Pick<Printer, 'uid' | 'name' | 'connection'>): Printer => ({
  deviceType: 'printer',
  provider: 'com.zebra.ds.webdriver.desktop.provider.DefaultDeviceProvider',
  version: 3,
  manufacturer: 'Zebra Technologies',
  ...printer,
})

/** One printer installed in the operating system and one on the network, whose id and name contain colons. */
const simulatedPrinters = [
  makePrinter({ uid: '10.0.0.5:9100', name: 'Bench 2: ZD421-203dpi', connection: 'network' }),
  makePrinter({
    uid: 'ZDesigner ZD611-300dpi (ZPL)',
    name: 'ZDesigner ZD611-300dpi (ZPL)',
    connection: 'driver',
  }),
] as const

const json = (content: object): AgentReply => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(content),
})
const text = (status: number, body: string): AgentReply => ({ status, type: 'text/plain', body })

/** Replies like Zebra Browser Print, with the current faults. */
export class AgentProtocol {
  readonly store = new LabelStore()
  faults: Faults = noFaults
  #labelWrites = 0
  /** Replies of each printer that have not been read yet. */
  readonly #unread = new Map<string, string>()

  setFaults(faults: Faults) {
    this.faults = faults
    this.#labelWrites = 0
    if (faults.printer === 'ready') this.store.printQueued()
  }

  handle(method: string, path: string, body: string): AgentReply {
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
    return simulatedPrinters.map((printer) => ({
      ...printer,
      version: this.faults.version === 'old' ? 2 : 3,
    }))
  }

  #default(isTypePrinter: boolean): AgentReply {
    const [printer] = this.#printers()
    if (!printer) return text(200, '')
    if (isTypePrinter) return json(printer)
    const { name, deviceType, connection, uid, provider, manufacturer } = printer
    const fields = Object.entries({ name, deviceType, connection, uid, provider, manufacturer })
    return text(200, ['device', ...fields.map(([key, value]) => `\t${key}: ${value}`)].join('\n'))
  }

  #application() {
    if (this.faults.version === 'old') {
      return { version: '1.1.6.110', build_number: 110, api_level: 2, platform: 'windows' }
    }
    return { version: '1.3.2.489', apiLevel: 5, buildNumber: 489, platform: 'simulator' }
  }

  #write(body: string): AgentReply {
    const parsed = WriteBody.safeParse(parseJson(body))
    if (!parsed.success) return text(400, 'The request lacks device or data')
    const { device, data } = parsed.data
    const printer = this.#printers().find(({ uid }) => uid === device.uid)
    if (!printer) return text(500, `Printer not found: ${device.name}`)
    if (!data.includes('^XA')) return this.#command(printer, data)

    const { failEvery, cutBeforeEvery, cutAfterEvery } = this.faults
    this.#labelWrites++
    const isTurn = (every: number) => every > 0 && this.#labelWrites % every === 0
    if (isTurn(failEvery)) return text(500, 'Failed to write to device')
    if (isTurn(cutBeforeEvery)) return 'cut'
    this.store.add(printer, data, this.faults.printer === 'ready')
    return isTurn(cutAfterEvery) ? 'cut' : json({})
  }

  #command(printer: Printer, data: string): AgentReply {
    if (data.includes('~HS') && !this.faults.isSilent) {
      const waiting = this.store.labels.filter(({ isPrinted }) => !isPrinted).length
      this.#unread.set(printer.uid, this.#reply(printer.uid) + hostStatus(this.faults.printer, waiting))
    }
    return json({})
  }

  #read(body: string): AgentReply {
    const parsed = ReadBody.safeParse(parseJson(body))
    if (!parsed.success) return text(400, 'The request lacks a device')
    const { uid } = parsed.data.device
    const reply = this.#reply(uid)
    this.#unread.delete(uid)
    return text(200, reply)
  }

  #reply(uid: string): string {
    return this.#unread.get(uid) ?? ''
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
