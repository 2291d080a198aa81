/**
 * Mutators that Stryker does not have: statements, steps of a query, SQL and named numbers.
 * The node types are Babel's.
 */
type Node = { type: string; [member: string]: unknown }
export type NodePath = { node: Node; parentPath: NodePath | null }
export type Mutator = { name: string; mutate: (path: NodePath) => Iterable<Node> }

/** What of Babel's `types` is needed here. */
export type BabelTypes = {
  cloneNode: (node: Node, deep: boolean, withoutLocation: boolean) => Node
  emptyStatement: () => Node
  numericLiteral: (value: number) => Node
}

const removableSteps = new Set([
  ...['where', 'whereRef', 'orderBy', 'limit', 'offset', 'distinct', 'distinctOn', 'groupBy', 'having'],
  ...['forUpdate', 'forShare', 'skipLocked', 'noWait', 'of', 'onConflict'],
  ...['toSorted', 'toReversed', 'normalize', 'padStart', 'padEnd'],
])

/** Each occurrence of a pattern is replaced, one per mutant. */
const sqlChanges: readonly [RegExp, string][] = [
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/<>/g, '='],
  [/(?<![<>=:!-])=(?!=)/g, '<>'],
  [/(?<![<>=-])<(?![<>=])/g, '<='],
  [/(?<![<>=-])>(?![<>=])/g, '>='],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bnot\b/g, ''],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bfor (no key )?(update|share)\b/g, ''],
  [/\bdistinct\b/g, ''],
  [/\bdesc\b/g, 'asc'],
  [/\border by [\w., ]+/g, ''],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
]

/** Each text that differs from the SQL in one place that is not a comment. */
export function changedSql(text: string): string[] {
  return sqlChanges.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !isInComment(text, index))
      .map((match) => text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length)),
  )
}

const isInComment = (sql: string, index: number): boolean =>
  sql.slice(sql.lastIndexOf('\n', index) + 1, index).includes('--')

export function extraMutators(types: BabelTypes): Mutator[] {
  const copy = (node: Node) => types.cloneNode(node, true, true)

  return [
    {
      name: 'StatementRemoval',
      *mutate({ node }) {
        if (node.type !== 'ExpressionStatement') return
        const expression = node.expression as Node
        const call = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression
        if (call.type === 'CallExpression') yield types.emptyStatement()
      },
    },
    {
      name: 'QueryStepRemoval',
      *mutate({ node }) {
        if (node.type !== 'CallExpression') return
        const callee = node.callee as Node
        if (callee.type !== 'MemberExpression') return
        const step = (callee.property as Node).name
        if (typeof step === 'string' && removableSteps.has(step)) yield copy(callee.object as Node)
      },
    },
    {
      name: 'SqlText',
      *mutate({ node }) {
        if (node.type !== 'TaggedTemplateExpression' || (node.tag as Node).name !== 'sql') return
        const { quasis } = node.quasi as unknown as { quasis: { value: { raw: string } }[] }
        for (const [index, { value }] of quasis.entries()) {
          for (const changed of changedSql(value.raw)) {
            const mutant = copy(node)
            const part = (mutant.quasi as unknown as { quasis: { value: unknown }[] }).quasis[index]
            if (part) part.value = { raw: changed, cooked: changed }
            yield mutant
          }
        }
      },
    },
    {
      name: 'NamedNumber',
      *mutate({ node, parentPath }) {
        if (node.type !== 'NumericLiteral' || parentPath?.node.type !== 'VariableDeclarator') return
        yield types.numericLiteral((node.value as number) + 1)
      },
    },
  ]
}
