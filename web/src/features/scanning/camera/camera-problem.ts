/** Why the camera shows no picture, and what a person can do about it. */
export type CameraProblem = { title: string; advice: string }

export const insecurePage: CameraProblem = {
  title: 'The camera needs a secure page',
  advice:
    'Browsers allow the camera only on pages whose address begins with https. Open this page at its https address, or ask your administrator for one.',
}

export const disconnected: CameraProblem = {
  title: 'The camera has stopped',
  advice: 'It was unplugged, or another program is using it. Connect it, then try again.',
}

export const readerMissing: CameraProblem = {
  title: 'The code reader could not be loaded',
  advice: 'Check the connection, then try again.',
}

const denied: CameraProblem = {
  title: 'The camera is not allowed here',
  advice: 'Allow it with the camera or lock icon next to the address of this page, then try again.',
}

const missing: CameraProblem = {
  title: 'No camera was found',
  advice: 'Connect one, then try again. You can also use a scanner or type the code.',
}

const busy: CameraProblem = {
  title: 'The camera is in use',
  advice: 'Close the program or the other page that uses it, such as a video call, then try again.',
}

/** By the name of the error that `getUserMedia` throws. */
const problemsByErrorName: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: denied,
  SecurityError: denied,
  NotFoundError: missing,
  OverconstrainedError: missing,
  NotReadableError: busy,
  AbortError: busy,
}

export const problemOf = ({ name, message }: Pick<Error, 'name' | 'message'>): CameraProblem =>
  problemsByErrorName[name] ?? { title: 'The camera could not be started', advice: `Try again. (${message})` }
