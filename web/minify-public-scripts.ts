import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** Minifies the scripts of the folder `public`, which the bundler copies as they are. */
export function minifyPublicScripts(): Plugin {
  let folder = ''
  return {
    name: 'minify-public-scripts',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir)
    },
    writeBundle: () => {
      for (const name of globSync('*.js', { cwd: folder })) {
        const file = path.join(folder, name)
        const { code, errors } = minifySync(name, readFileSync(file, 'utf8'))
        // It returns no code for a script with a mistake.
        if (errors[0]) throw new Error(`${name}: ${errors[0].message}`)
        writeFileSync(file, code)
      }
    },
  }
}
