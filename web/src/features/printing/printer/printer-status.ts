import { pause } from '../../../api/pause.ts'

/** Problems in the order in which a person has to fix them, then the other states. */
const printerStates = [
  'head-open',
  'media-out',
  'ribbon-out',
  'too-hot',
  'paused',
  'ready',
  'unknown',
] as const
export type PrinterState = (typeof printerStates)[number]

export type PrinterStatus = { state: PrinterState; labelsWaiting: number }
export const unknownStatus: PrinterStatus = { state: 'unknown', labelsWaiting: 0 }

type Channel = {
  /** Resolves to false if the agent refused the data. */
  write: (data: string) => Promise<boolean>
  read: () => Promise<string>
}

const replyTimeoutMs = 1_500
const pollMs = 100
const startOfFrame = '\x02'
const endOfFrame = '\x03'

/** Requests the status of a printer with ~HS. A printer that does not reply is `unknown`, never `ready`. */
export async function readHostStatus(channel: Channel): Promise<PrinterStatus> {
  // Discards an earlier reply, which would be mistaken for this one.
  await channel.read()
  if (!(await channel.write('~HS'))) return unknownStatus

  const deadline = performance.now() + replyTimeoutMs
  let reply = ''
  while (reply.split(endOfFrame).length <= 3 && performance.now() < deadline) {
    reply += await channel.read()
    if (reply.split(endOfFrame).length <= 3) await pause(pollMs)
  }
  return parseHostStatus(reply)
}

/** Parses the three frames of a ~HS reply (ZPL II manual, ~HS). */
export function parseHostStatus(reply: string): PrinterStatus {
  const frames = reply
    .split(endOfFrame)
    .slice(0, -1)
    .map((frame) => frame.slice(frame.indexOf(startOfFrame) + 1).split(','))
  const [communication, condition] = frames.slice(-3)
  if (frames.length < 3 || communication?.length !== 12 || condition?.length !== 11) return unknownStatus
  return { state: parseState(communication, condition), labelsWaiting: Number(communication[4]) || 0 }
}

function parseState(communication: string[], condition: string[]): PrinterState {
  const isSet = (frame: string[], field: number) => frame[field]?.trim() === '1'
  if (isSet(condition, 2)) return 'head-open'
  if (isSet(communication, 1)) return 'media-out'
  if (isSet(condition, 3)) return 'ribbon-out'
  if (isSet(communication, 11)) return 'too-hot'
  if (isSet(communication, 2)) return 'paused'
  return 'ready'
}
