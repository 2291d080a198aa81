import { findExecutable } from './find-executable.ts'
import { runCommand } from './run-command.ts'

/** Installs packages of Debian or Ubuntu. Returns the reason if it cannot. */
export async function installDistributionPackages(packages: readonly string[]): Promise<string | undefined> {
  if (!findExecutable(['apt-get'])) return 'this is not Debian or Ubuntu'
  const asRoot = await rootPrefix()
  if (!asRoot) return 'apt-get needs root, or sudo without a password'

  console.log(`Installing ${packages.join(' ')} with apt-get`)
  const aptGet = (...args: string[]) => {
    // A machine that updates itself holds the lock for minutes.
    const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300']
    const [command = '', ...rest] = [...asRoot, ...apt, ...args]
    return runCommand(command, rest)
  }
  const install = () => aptGet('install', '--yes', '--no-install-recommends', ...packages)
  if ((await install()).ok) return undefined
  await aptGet('update')
  const { ok, output } = await install()
  return ok ? undefined : `apt-get failed: ${output.trim().split('\n').at(-1)}`
}

async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return []
  const { ok } = await runCommand('sudo', ['--non-interactive', 'true'])
  return ok ? ['sudo', '--non-interactive'] : undefined
}
