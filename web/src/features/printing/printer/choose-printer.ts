import { type AgentConfig, minApiLevel, type Printer } from '@lims/contract/print-agent.ts'
import { createLocalStore } from '../../../api/create-store.ts'
import { type PrintAgent, printAgent } from './print-agent.ts'
import { PrintAgentError } from './print-agent-error.ts'

const remembered = createLocalStore('lims.printer')

export const rememberedPrinter = (): string | undefined => remembered.get() ?? undefined

export const rememberPrinter = (uid: string) => remembered.set(uid)

type Preference = { rememberedUid: string | undefined; defaultUid: string | undefined }

/**
 * Prefers the printer last used in this browser, then the laboratory's usual model, then the agent's default, then any.
 */
export function preferredPrinter(
  printers: readonly Printer[],
  { rememberedUid, defaultUid }: Preference,
): Printer | undefined {
  const preferences: ((printer: Printer) => boolean)[] = [
    ({ uid }) => uid === rememberedUid,
    ({ name }) => name.includes('ZD611-300dpi (ZPL)'),
    ({ name }) => /ZD611/.test(name),
    ({ uid }) => uid === defaultUid,
    () => true,
  ]
  return preferences.map((isPreferred) => printers.find(isPreferred)).find(Boolean)
}

/** An agent that does not report its API level has that of its printers. If neither reports one, it is accepted. */
export function isCompatible({ apiLevel }: AgentConfig, printers: readonly Printer[]): boolean {
  const level = Number(apiLevel ?? printers[0]?.version)
  return Number.isNaN(level) || level >= minApiLevel
}

/** Returns the printer for the next label. Throws a `PrintAgentError` if there is none. */
export async function choosePrinter(agent: PrintAgent = printAgent): Promise<Printer> {
  const config = await agent.agentConfig()
  const printers = await agent.printers()
  if (!isCompatible(config, printers)) throw new PrintAgentError('incompatible')
  return choosePrinterFrom(agent, printers)
}

/** Returns the preferred one of the printers. Throws `no-printer` if the list is empty. */
export async function choosePrinterFrom(agent: PrintAgent, printers: readonly Printer[]): Promise<Printer> {
  const defaultUid = (await agent.defaultPrinter())?.uid
  const printer = preferredPrinter(printers, { rememberedUid: rememberedPrinter(), defaultUid })
  if (!printer) throw new PrintAgentError('no-printer')
  return printer
}
