/** In the order in which a person has to mend them. */
export const printerStates = [
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
export const silence: PrinterStatus = { state: 'unknown', labelsWaiting: 0 }

type Channel = {
  /** False when the agent refused. */
  write: (data: string) => Promise<boolean>
  read: () => Promise<string>
}

const replyLimitMs = 1_500
const pollMs = 100
const startOfFrame = '\x02'
const endOfFrame = '\x03'

/** Asks a printer by ~HS. Silence is `unknown`, never `ready`. */
export async function readHostStatus(channel: Channel): Promise<PrinterStatus> {
  // What it said earlier, to somebody else, would be read as the answer.
  await channel.read()
  if (!(await channel.write('~HS'))) return silence

  const deadline = performance.now() + replyLimitMs
  let reply = ''
  while (reply.split(endOfFrame).length <= 3 && performance.now() < deadline) {
    reply += await channel.read()
    if (reply.split(endOfFrame).length <= 3) await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return statusOf(reply)
}

/** Reads the three frames of a ~HS reply (ZPL II manual, ~HS). */
export function statusOf(reply: string): PrinterStatus {
  const frames = reply
    .split(endOfFrame)
    .slice(0, -1)
    .map((frame) => frame.slice(frame.indexOf(startOfFrame) + 1).split(','))
  const [communication, condition] = frames.slice(-3)
  if (frames.length < 3 || communication?.length !== 12 || condition?.length !== 11) return silence
  return { state: stateOf(communication, condition), labelsWaiting: Number(communication[4]) || 0 }
}

function stateOf(communication: string[], condition: string[]): PrinterState {
  const isSet = (frame: string[], field: number) => frame[field]?.trim() === '1'
  if (isSet(condition, 2)) return 'head-open'
  if (isSet(communication, 1)) return 'media-out'
  if (isSet(condition, 3)) return 'ribbon-out'
  if (isSet(communication, 11)) return 'too-hot'
  if (isSet(communication, 2)) return 'paused'
  return 'ready'
}
