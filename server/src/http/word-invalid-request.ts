type Issue = { keyword?: string; instancePath?: string; message?: string }

/** The first thing wrong with a request, as a sentence that names its field; an unknown parameter may be the cause of others. */
export function wordInvalidRequest(issues: readonly Issue[] | undefined): {
  message: string
  field?: string
} {
  const first = issues?.find(({ keyword }) => keyword === 'unrecognized_keys') ?? issues?.[0]
  const field = (first?.instancePath ?? '').split('/').filter(Boolean).join('.')
  const text = plainly(first?.message ?? 'is not valid')
  if (!field) return { message: text.startsWith('expected') ? 'A JSON object is expected.' : text }
  return { message: names(text, field) ? text : `${field}: ${text}`, field }
}

/** zod's own 'Invalid input: expected string, received undefined' begins with what a person can skip. */
const plainly = (message: string) =>
  message
    .replace(/^Invalid input$/, 'is not valid')
    .replace(/^(Invalid (input|option)|Too (small|big)): /, '')
    .replace(/^expected (\w+), received undefined$/, 'is missing')

/** 'Number of samples is required' names numSamples already; 'must be …' has no subject yet. */
function names(text: string, field: string): boolean {
  if (/^(expected|is|must) /.test(text)) return false
  if (text.includes(field)) return true
  const said = text.toLowerCase().split(/[^a-z]+/)
  const words = (field.split('.').at(-1) ?? '').split(/(?=[A-Z])/)
  return words.some((word) => said.includes(word.toLowerCase()))
}
