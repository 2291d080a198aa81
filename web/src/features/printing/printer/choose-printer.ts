import { type AgentConfig, minApiLevel, type Printer } from '@lims/contract/print-agent.ts'
import { type PrintAgent, printAgent } from './print-agent.ts'
import { PrintAgentError } from './print-agent-error.ts'

const key = 'lims.printer'

export const rememberedPrinter = (): string | undefined => localStorage.getItem(key) ?? undefined

export const rememberPrinter = (uid: string) => localStorage.setItem(key, uid)

type Preference = { rememberedUid: string | undefined; defaultUid: string | undefined }

/** The one this browser used last, else the laboratory's usual model, else the default of the agent, else any. */
export function preferredPrinter(
  printers: readonly Printer[],
  { rememberedUid, defaultUid }: Preference,
): Printer | undefined {
  const wishes: ((printer: Printer) => boolean)[] = [
    ({ uid }) => uid === rememberedUid,
    ({ name }) => name.includes('ZD611-300dpi (ZPL)'),
    ({ name }) => /ZD611/.test(name),
    ({ uid }) => uid === defaultUid,
    () => true,
  ]
  return wishes.map((wish) => printers.find(wish)).find(Boolean)
}

/** The version of an agent that does not tell its level is that of its printers; of one that tells neither, unknown. */
export function isCompatible({ apiLevel }: AgentConfig, printers: readonly Printer[]): boolean {
  const level = Number(apiLevel ?? printers[0]?.version)
  return Number.isNaN(level) || level >= minApiLevel
}

/** The printer that the next label goes to. Throws a `PrintAgentError` when there is none to be reached. */
export async function choosePrinter(agent: PrintAgent = printAgent): Promise<Printer> {
  const config = await agent.agentConfig()
  const printers = await agent.printers()
  if (!isCompatible(config, printers)) throw new PrintAgentError('incompatible')
  return choosePrinterOf(agent, printers)
}

export async function choosePrinterOf(agent: PrintAgent, printers: readonly Printer[]): Promise<Printer> {
  const defaultUid = (await agent.defaultPrinter())?.uid
  const printer = preferredPrinter(printers, { rememberedUid: rememberedPrinter(), defaultUid })
  if (!printer) throw new PrintAgentError('no-printer')
  return printer
}
