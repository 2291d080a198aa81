const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env.E2E_HEADLESS ?? ''

/** The browser of journeys that measure: its code is optimised as that of users. */
export const measuring = { executablePath, args }

/**
 * The browser of all other journeys, which take a tenth less time in it. It does not optimise code, for a page is left
 * before that pays, and it draws in its main process.
 */
export const quick = {
  executablePath,
  args: [...args, '--in-process-gpu', '--js-flags=--no-opt --no-maglev'],
}
