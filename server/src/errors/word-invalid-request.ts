type Issue = { instancePath?: string; message?: string }

/** The first thing wrong with a request, as a sentence that names its field. */
export function wordInvalidRequest(issues: readonly Issue[] | undefined): {
  message: string
  field?: string
} {
  const [first] = issues ?? []
  const field = (first?.instancePath ?? '').split('/').filter(Boolean).join('.')
  const text = plainly(first?.message ?? 'is not valid')
  if (!field) return { message: text.startsWith('expected') ? 'A JSON object is expected.' : text }
  return { message: names(text, field) ? text : `${field}: ${text}`, field }
}

/** zod's own 'Invalid input: expected string, received undefined' begins with what a person can skip. */
const plainly = (message: string) =>
  message
    .replace(/^Invalid (input|option): /, '')
    .replace(/^expected (\w+), received undefined$/, 'is missing')

/** 'Number of samples is required' names numSamples already. */
function names(text: string, field: string): boolean {
  const own = text.toLowerCase()
  const words = (field.split('.').at(-1) ?? '').split(/(?=[A-Z])/)
  return words.some((word) => word.length > 2 && own.includes(word.toLowerCase()))
}
