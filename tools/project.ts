import { join, resolve } from 'node:path'

/** Root folder of the project. */
export const root = resolve(import.meta.dirname, '..')

/** Returns the path of a command of an installed package. */
export const packageCommand = (name: string) => join(root, 'node_modules/.bin', name)
