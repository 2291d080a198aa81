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
  while (json[position] === ' ') position++
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

/** A value ends at a comma or a closing bracket outside of strings and of brackets of its own. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let position = start; position < json.length; position++) {
    const character = json[position]
    if (character === '"') position = endOfString(json, position) - 1
    else if (character === '{' || character === '[') depth++
    else if (depth === 0 && (character === ',' || character === '}')) return position
    else if (character === '}' || character === ']') depth--
  }
  return json.length
}
