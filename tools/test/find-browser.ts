import { chromium } from '@playwright/test'
import { packageCommand } from '../project.ts'
import { installDistributionPackages } from './distribution-package.ts'
import { findExecutable, isExecutable } from './find-executable.ts'
import { MissingProgram } from './missing-program.ts'
import { runCommand } from './run-command.ts'

const headlessShell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Finds a Chrome or Chromium that starts, or fetches one. */
export async function findBrowser(): Promise<string> {
  const present = await startable([process.env.CHROME_PATH, findExecutable(names), downloaded()])
  if (present) return present

  console.log('Downloading a Chromium for the browser journeys')
  const dependencies = process.getuid?.() === 0 ? ['--with-deps'] : []
  await runCommand(packageCommand('playwright'), ['install', ...dependencies, 'chromium'])
  const fetched = await startable([downloaded()])
  if (fetched) return fetched

  const aptRefused = await installDistributionPackages(['chromium'])
  const installed = await startable([findExecutable(names)])
  if (installed) return installed
  throw new MissingProgram(
    `No Chrome or Chromium: set CHROME_PATH or install one (Playwright's cannot be fetched or does not start; ${aptRefused ?? "the distribution's does not start"})`,
  )
}

/**
 * Finds the Chromium without windows, or fetches it where the distribution has it: the same engine, which needs a
 * quarter less of the processor for a journey. Undefined where there is none. It has no prompts, so journeys about
 * permissions need the other.
 */
export async function findHeadlessShell(): Promise<string | undefined> {
  const present = () => startable([findExecutable([headlessShell])])
  return (await present()) ?? ((await installDistributionPackages([headlessShell])) ? undefined : present())
}

const downloaded = () => chromium.executablePath()

/** A snap's stand-in or a browser without its libraries is there and executable, and yet says no version. */
async function startable(candidates: readonly (string | undefined)[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    if (!candidate || !isExecutable(candidate)) continue
    const { ok, output } = await runCommand(candidate, ['--version'], { timeout: 30_000 })
    if (ok && /Chrom/.test(output)) return candidate
  }
  return undefined
}
