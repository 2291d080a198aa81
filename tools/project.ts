import { join, resolve } from 'node:path'

/** The root folder of this project. */
export const root = resolve(import.meta.dirname, '..')

/** A command that the project's packages bring. */
export const packageCommand = (name: string) => join(root, 'node_modules/.bin', name)
