import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of the names that PATH leads to an executable file of, with links followed. */
export function findExecutable(names: readonly string[], path = process.env.PATH ?? ''): string | undefined {
  const candidates = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)))
  const found = candidates.find(isExecutable)
  return found && realpathSync(found)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
