import { findExecutable } from '../test/find-executable.ts'

/** Systems that could be measured beside this one where they are installed. */
const peers = ['pocketbase', 'directus']

export function describePeers(): string {
  const installed = peers.filter((name) => findExecutable([name]))
  return installed.length === 0
    ? `Skipped: none of ${peers.join(', ')} is installed.`
    : `Installed, and not measured by this version of the command: ${installed.join(', ')}.`
}
