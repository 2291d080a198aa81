/**
 * Returns the members of a JSON object with their values exactly as they are written. The text must be valid JSON.
 * Takes linear time.
 */
export function jsonMembers(json: string): Map<string, string> {
  const members = new Map<string, string>()
  let position = skipSpace(json, json.indexOf('{') + 1)
  while (json[position] === '"') {
    const end = endOfString(json, position)
    const name = JSON.parse(json.slice(position, end)) as string
    const start = skipSpace(json, json.indexOf(':', end) + 1)
    position = endOfValue(json, start)
    members.set(name, json.slice(start, position))
    position = skipSpace(json, position)
    if (json[position] === ',') position = skipSpace(json, position + 1)
  }
  return members
}

function skipSpace(json: string, from: number): number {
  let position = from
  while (' \t\r\n'.includes(json[position] ?? '}')) position++
  return position
}

function endOfString(json: string, start: number): number {
  for (let position = start + 1; ; position++) {
    const quote = json.indexOf('"', position)
    if (quote === -1) return json.length
    let backslashes = 0
    while (json[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
    position = quote
  }
}

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket] = [34, 44, 123, 125, 91, 93]

/** A value ends at a comma or a closing bracket outside of strings and of brackets of its own. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let position = start; position < json.length; position++) {
    const code = json.charCodeAt(position)
    if (code === quote) position = endOfString(json, position) - 1
    else if (code === openBrace || code === openBracket) depth++
    else if (depth === 0 && (code === comma || code === closeBrace)) return position
    else if (code === closeBrace || code === closeBracket) depth--
  }
  return json.length
}
