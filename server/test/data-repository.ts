import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

export const md5Of = (content: string | Uint8Array) => createHash('md5').update(content).digest('hex')

/** A data repository as DVC leaves it, in a folder of its own that goes with the test file. */
export function makeDataRepository() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lims-dvc-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const place = (file: string) => path.join(folder, file)

  function write(file: string, content: string | Uint8Array) {
    mkdirSync(path.dirname(place(file)), { recursive: true })
    writeFileSync(place(file), content)
  }
  /** Keeps content in the cache of DVC 3, or of DVC 2. */
  function cache(content: string | Uint8Array, { layout = 3, ending = '' } = {}) {
    const md5 = md5Of(content)
    write(
      `.dvc/cache/${layout === 3 ? 'files/md5/' : ''}${md5.slice(0, 2)}/${md5.slice(2)}${ending}`,
      content,
    )
    return { md5: md5 + ending, size: content.length }
  }
  return {
    folder,
    place,
    write,
    cache,
    clear: () => {
      rmSync(folder, { recursive: true, force: true })
      write('.dvc/config', '')
    },
    /** As `dvc add` does: the content goes to the cache, x.dvc says so. */
    add: (file: string, content: Uint8Array, said: Record<string, string | number> = {}) => {
      const { md5, size } = cache(content)
      const lines = Object.entries({ md5, size, hash: 'md5', path: path.basename(file), ...said })
      write(`${file}.dvc`, `outs:\n- ${lines.map(([key, value]) => `${key}: ${value}`).join('\n  ')}\n`)
      return { md5, size }
    },
    remove: (file: string) => rmSync(place(file), { recursive: true }),
  }
}
