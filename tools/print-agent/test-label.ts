import type { LabelStock } from '@lims/contract/labels.ts'
import { AvailableReply, type Printer, printAgentAddresses, printTexts } from '@lims/contract/print-agent.ts'
import { StartError } from '../../server/src/errors/start-error.ts'
import { layOutLabel } from '../../server/src/labels/label-layout.ts'

/** Not the id of any sample. */
export const testId = '00000000-0000-4000-8000-000000000000'

const size = /^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(?:@(203|300|600))?$/

/** Parses '33x13' or '33x13@203': millimetres, and the printer's dots per inch. Throws StartError. */
export function parseStock(text: string): LabelStock {
  const [, widthMm, heightMm, dpi = '300'] = size.exec(text) ?? []
  if (!widthMm || !heightMm) {
    throw new StartError(
      `'${text}' is not a label size. Give millimetres and dots per inch, such as 33x13@300.`,
    )
  }
  return { widthMm: Number(widthMm), heightMm: Number(heightMm), dpi: Number(dpi) }
}

/** Returns the ZPL of a test label in the usual layout, with a border that shows the alignment on the stock. */
export function layOutTestLabel(stock: LabelStock): string {
  const { widthMm, heightMm, dpi } = stock
  const lines = [
    'TEST LABEL',
    `${widthMm} x ${heightMm} mm`,
    `${dpi} dpi`,
    'AaBbGg 0123456789',
    'Zürich, Ørsted',
  ]
  const zpl = layOutLabel({ id: testId, lines, errorCorrection: 'Q' }, stock)
  const [width, height] = [widthMm, heightMm].map((mm) => Math.round((mm / 25.4) * dpi))
  return zpl.replace('^XZ', `^FO0,0^GB${width},${height},1^FS\n^XZ`)
}

/** Prints a test label through the agent on this computer. Returns the name of the printer. */
export async function printTestLabel(
  stock: LabelStock,
  address: string = printAgentAddresses[0],
): Promise<string> {
  const data = layOutTestLabel(stock)
  const printers = AvailableReply.safeParse(await (await request(`${address}/available`)).json())
  if (!printers.success) throw new StartError(printTexts.incompatible)
  const device = preferredPrinter(printers.data)
  if (!device) throw new StartError(printTexts.noPrinter)
  const reply = await request(`${address}/write`, { method: 'POST', body: JSON.stringify({ device, data }) })
  if (!reply.ok) throw new StartError(`${printTexts.refused}: ${await reply.text()}`)
  return device.name
}

const preferredPrinter = (printers: readonly Printer[]) =>
  printers.find(({ name }) => name.includes('ZD611-300dpi (ZPL)')) ?? printers[0]

async function request(address: string, init?: RequestInit): Promise<Response> {
  return fetch(address, init).catch((cause: unknown) => {
    throw new StartError(`${printTexts.agentNotRunning} (${address})`, { cause })
  })
}
