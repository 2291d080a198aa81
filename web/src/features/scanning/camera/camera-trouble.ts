/** Why there is no picture, and what a person can do about it. */
export type CameraTrouble = { title: string; advice: string }

export const insecurePage: CameraTrouble = {
  title: 'The camera needs a secure page',
  advice:
    'Browsers give a camera only to pages whose address begins with https. Open this page by its https address, or ask the person who runs it for one.',
}

export const disconnected: CameraTrouble = {
  title: 'The camera has stopped',
  advice: 'It was unplugged, or another program has taken it. Connect it again, then try again.',
}

export const readerMissing: CameraTrouble = {
  title: 'The code reader could not be loaded',
  advice: 'Look whether the connection is there, then try again.',
}

const denied: CameraTrouble = {
  title: 'The camera is not allowed here',
  advice: 'Allow it by the camera or lock sign beside the address of this page, then try again.',
}

const missing: CameraTrouble = {
  title: 'No camera was found',
  advice: 'Connect one, then try again. A scanner, or typing the code, works without.',
}

const busy: CameraTrouble = {
  title: 'The camera is in use',
  advice: 'Close the program or the other page that uses it, such as a video call, then try again.',
}

/** By the names that browsers give to what `getUserMedia` throws. */
const byName: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: denied,
  SecurityError: denied,
  NotFoundError: missing,
  OverconstrainedError: missing,
  NotReadableError: busy,
  AbortError: busy,
}

export const troubleOf = ({ name, message }: Pick<Error, 'name' | 'message'>): CameraTrouble =>
  byName[name] ?? { title: 'The camera could not be started', advice: `Try again. (${message})` }
