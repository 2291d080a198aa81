const maxPieceBytes = 100_000
/** Not the `:` between a long name, after `?`, and its stage. */
const stage = /^ {2}[^\s#:]/
const top = /^[^\s#]/

/**
 * Divides a long dvc.lock into pieces with some of the stages each, which can be parsed one by one: parsing YAML takes
 * a hundred times its size in memory. DVC indents the name of a stage by two. A file of another form is returned whole.
 */
export function piecesOfLock(text: string): string[] {
  const begin = /^stages:[ \t]*\r?\n/m.exec(text)
  if (text.length <= maxPieceBytes || !begin) return [text]
  const head = text.slice(0, begin.index)
  const pieces: string[] = []
  let from = begin.index + begin[0].length
  for (let at = from; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at) + 1 || text.length
    const line = text.slice(at, Math.min(lineEnd, at + 3))
    if (top.test(line)) return [text]
    if (stage.test(line) && at - from > maxPieceBytes) {
      pieces.push(text.slice(from, at))
      from = at
    }
    at = lineEnd
  }
  return [...pieces, text.slice(from)].map((piece) => `${head}stages:\n${piece}`)
}
