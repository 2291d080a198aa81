/** Why there is no picture, and what a person can do about it. */
export type CameraProblem = { title: string; advice: string }

export const insecurePage: CameraProblem = {
  title: 'The camera needs a secure page',
  advice:
    'Browsers give a camera only to pages whose address begins with https. Open this page by its https address, or ask the person who runs it for one.',
}

export const disconnected: CameraProblem = {
  title: 'The camera has stopped',
  advice: 'It was unplugged, or another program has taken it. Connect it again, then try again.',
}

export const readerMissing: CameraProblem = {
  title: 'The code reader could not be loaded',
  advice: 'Look whether the connection is there, then try again.',
}

const denied: CameraProblem = {
  title: 'The camera is not allowed here',
  advice: 'Allow it by the camera or lock sign beside the address of this page, then try again.',
}

const missing: CameraProblem = {
  title: 'No camera was found',
  advice: 'Connect one, then try again. A scanner, or typing the code, works without.',
}

const busy: CameraProblem = {
  title: 'The camera is in use',
  advice: 'Close the program or the other page that uses it, such as a video call, then try again.',
}

/** By the names that browsers give to what `getUserMedia` throws. */
const byName: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: denied,
  SecurityError: denied,
  NotFoundError: missing,
  OverconstrainedError: missing,
  NotReadableError: busy,
  AbortError: busy,
}

export const problemOf = ({ name, message }: Pick<Error, 'name' | 'message'>): CameraProblem =>
  byName[name] ?? { title: 'The camera could not be started', advice: `Try again. (${message})` }
