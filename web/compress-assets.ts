import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
/** The drawer of labels is 9 MB and comes when it is used: the last per cent would take half a minute. */
const largeBytes = 1_000_000

/** Packs each built file once, a fifth smaller than a server can while somebody waits. */
export function compressAssets(): Plugin {
  let folder = ''
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir, 'assets')
    },
    writeBundle: async () => {
      const names = (await readdir(folder)).filter((name) => /\.(js|css|wasm|svg)$/.test(name))
      await Promise.all(names.map((name) => compressFile(path.join(folder, name))))
    },
  }
}

async function compressFile(file: string) {
  const content = await readFile(file)
  const quality = content.length > largeBytes ? 5 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await writeFile(`${file}.br`, await compress(content, { params }))
}
