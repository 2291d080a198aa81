import { statSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** What a page may load before it works, compressed. */
const maxBytes = 332_000

type Bundle = Rolldown.OutputBundle

/** Fails the build if a page needs more script: what it loads later, by `import()`, is not counted. */
export function limitScripts(): Plugin {
  let folder = ''
  let bundle: Bundle = {}
  return {
    name: 'limit-scripts',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir)
    },
    generateBundle(_, built) {
      bundle = built
    },
    writeBundle: {
      // After the scripts have been compressed.
      order: 'post',
      sequential: true,
      handler() {
        const sizeOf = (file: string) => statSync(path.join(folder, `${file}.br`)).size
        const start = filesOf(bundle, ({ isEntry }) => isEntry)
        const frame = filesOf(bundle, ({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith('/app/frame.tsx')),
        )
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.endsWith('-screen.tsx')) continue
          const page = filesOf(bundle, (other) => other === chunk)
          const bytes = [...new Set([...start, ...frame, ...page])].reduce(
            (sum, file) => sum + sizeOf(file),
            0,
          )
          if (bytes > maxBytes) {
            this.error(
              `${path.basename(chunk.facadeModuleId)} needs ${bytes} bytes of script; at most ${maxBytes}`,
            )
          }
        }
      },
    },
  }
}

/** The chosen chunks, and all that they import. */
function filesOf(bundle: Bundle, isChosen: (chunk: Rolldown.OutputChunk) => boolean): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && isChosen(chunk)) add(chunk.fileName)
  return [...files]
}
