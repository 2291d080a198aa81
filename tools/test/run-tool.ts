import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { inheritCompileCache } from '../../server/src/programs/compile-cache.ts'
import { root } from '../project.ts'

/** Runs a tool as npm does, with these settings and nothing else. Returns its output; throws if it fails. */
export async function runTool(
  tool: string,
  args: readonly string[],
  { cwd, settings }: { cwd: string; settings: Record<string, string> },
): Promise<string> {
  const script = path.join(root, 'tools', `${tool}.ts`)
  const { PATH, HOME } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...args],
    { cwd, env: { PATH, HOME, ...inheritCompileCache(), ...settings } },
  )
  return stdout
}
