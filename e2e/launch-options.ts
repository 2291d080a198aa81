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
 * The browser of all other journeys. The pages are young, so that optimising their code costs more than it saves:
 * without, and with the drawing in the main process, journeys take a tenth less time.
 */
export const quick = {
  executablePath,
  args: [...args, '--in-process-gpu', '--js-flags=--no-opt --no-maglev'],
}
