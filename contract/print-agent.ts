import { z } from 'zod'

/** Addresses of Zebra Browser Print on the user's computer; Safari on an https page needs the second. */
export const printAgentAddresses = ['http://127.0.0.1:9100', 'https://127.0.0.1:9101'] as const

/** Minimum `apiLevel` of the agent, which is not its version string (such as 1.3.2). */
export const minApiLevel = 3

/** Messages about printing, shared by the screens, the simulated agent and the tests. */
export const printTexts = {
  incompatible: 'Print error: Incompatible Zebra Browser Print version. Please install v3+',
  agentNotRunning: 'Browser Print not installed or not running',
  blockedByBrowser:
    'The browser does not let this page reach the printer. Allow access to apps on this device for this site.',
  insecurePage:
    'The browser lets only pages opened over https reach the printer. Open LIMS at its https address.',
  noLabelData: 'No label data to print',
  noPrinter: 'No Browser Print printer available',
  emptyZpl: 'Empty ZPL',
  refused: 'The print agent refused the label',
  accessRefused: 'The print agent refused the request',
  inDoubt:
    'The connection was lost while the label was being sent, so it may have been printed. Check the printer before you print it again.',
  claimTooOld:
    'This computer slept or was too slow, so nothing was sent to the printer. Print the label again.',
  noSamples: 'No samples in this batch to print',
  agentNotDetected: 'Printer agent not detected',
  printerIssues: 'Printer issues detected',
  cancelled: 'Batch print cancelled',
  completed: 'Batch print completed',
  printerReady: 'Printer ready',
  printerNotAvailable: 'Printer not available',
  retriedAll: 'All failed labels printed successfully on retry',
  retriedSome: (failures: number) => `Retry completed with ${failures} failures remaining`,
  sent: 'Label sent to a ZD611 (300 dpi) label printer',
} as const

/** A printer as the agent lists it. The same seven fields are sent back with each label. */
export const Printer = z.object({
  deviceType: z.string().default('printer'),
  uid: z.coerce.string(),
  provider: z.string().default(''),
  name: z.coerce.string(),
  connection: z.string().default(''),
  version: z.union([z.number(), z.string()]).optional(),
  manufacturer: z.string().default(''),
})
export type Printer = z.infer<typeof Printer>

const Printers = z.array(z.unknown()).transform((devices) =>
  devices.flatMap((device) => {
    const { data } = Printer.safeParse(device)
    return data?.deviceType === 'printer' ? [data] : []
  }),
)

/** Reply of `GET /available`. The name of the list depends on the agent; a reply without any of them is rejected. */
export const AvailableReply = z
  .object({ printer: Printers.optional(), deviceList: Printers.optional(), other: Printers.optional() })
  .refine((lists) => Object.values(lists).some((list) => list !== undefined))
  .transform(({ printer = [], deviceList = [], other = [] }) => {
    const byUid = new Map([...printer, ...deviceList, ...other].map((device) => [device.uid, device]))
    return [...byUid.values()]
  })

const Level = z.union([z.number(), z.string()]).optional().catch(undefined)

/** Reply of `GET /config`. Old agents write `api_level`, new ones `apiLevel`. */
export const ConfigReply = z
  .object({
    application: z
      .object({ version: z.string().optional().catch(undefined), apiLevel: Level, api_level: Level })
      .prefault({}),
  })
  .transform(({ application: { version, apiLevel, api_level } }) => ({
    version,
    apiLevel: apiLevel ?? api_level,
  }))
export type AgentConfig = z.infer<typeof ConfigReply>

/** Body of `POST /write`. `POST /read` takes the same without `data`. */
export const WriteBody = z.object({ device: Printer, data: z.string() })
export const ReadBody = z.object({ device: Printer })
