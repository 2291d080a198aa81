import { parseSync } from '@swc/core'

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The titles of the tests in a source text, and of the groups around them; of `test.each`, its table's texts too. */
export function listTestTitles(source: string, file = 'screen.test.tsx'): string[] {
  const titles: string[] = []
  const tsx = file.endsWith('x')
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'es2024' }), (node) => {
    if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) return
    const [title] = node.arguments as { expression: unknown }[]
    titles.push(...textOf(title?.expression), ...textsOfTable(node.callee))
  })
  return titles
}

function visit(value: unknown, see: (node: Node) => void) {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see)
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) see(value)
    for (const part of Object.values(value)) visit(part, see)
  }
}

/** Whether it begins with test, it or describe: `test(…)`, `test.only(…)`, `test.each([…])(…)`. */
function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(String(callee.value))
  if (callee.type === 'MemberExpression') return isTestFunction(callee.object)
  return callee.type === 'CallExpression' && isTestFunction(callee.callee)
}

function textsOfTable(callee: unknown): string[] {
  if (!isNode(callee) || callee.type !== 'CallExpression') return []
  const texts: string[] = []
  visit(callee.arguments, (node) => texts.push(...textOf(node)))
  return texts
}

function textOf(expression: unknown): string[] {
  if (!isNode(expression)) return []
  if (expression.type === 'StringLiteral') return [String(expression.value)]
  if (expression.type !== 'TemplateLiteral') return []
  return [(expression.quasis as { raw: string }[]).map(({ raw }) => raw).join('%')]
}
