import { parseSync } from '@swc/core'

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Returns the titles of tests and groups in a source text, and the strings in the tables of `test.each`. */
export function listTestTitles(source: string, file = 'screen.test.tsx'): string[] {
  const titles: string[] = []
  const tsx = file.endsWith('x')
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'es2024' }), (node) => {
    if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) return
    const [title] = node.arguments as { expression: unknown }[]
    titles.push(...literalTexts(title?.expression), ...tableTexts(node.callee))
  })
  return titles
}

function visit(value: unknown, callback: (node: Node) => void) {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, callback)
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) callback(value)
    for (const part of Object.values(value)) visit(part, callback)
  }
}

/** Returns whether a call is one of `test(…)`, `test.only(…)`, `test.each([…])(…)`, or the same with it or describe. */
function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(String(callee.value))
  if (callee.type === 'MemberExpression') return isTestFunction(callee.object)
  return callee.type === 'CallExpression' && isTestFunction(callee.callee)
}

function tableTexts(callee: unknown): string[] {
  if (!isNode(callee) || callee.type !== 'CallExpression') return []
  const texts: string[] = []
  visit(callee.arguments, (node) => texts.push(...literalTexts(node)))
  return texts
}

function literalTexts(expression: unknown): string[] {
  if (!isNode(expression)) return []
  if (expression.type === 'StringLiteral') return [String(expression.value)]
  if (expression.type !== 'TemplateLiteral') return []
  return [(expression.quasis as { raw: string }[]).map(({ raw }) => raw).join('%')]
}
