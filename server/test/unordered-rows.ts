import { type KyselyPlugin, type OperationNode, RawNode, SelectQueryNode } from 'kysely'

/**
 * Reverses the rows of each query that asks for no order. PostgreSQL may return them in any, and mostly returns them as
 * they were inserted: what relies on that fails here at once, and elsewhere once in a hundred times.
 */
export function reverseUnorderedRows(): KyselyPlugin {
  const unordered = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (!isOrdered(node)) unordered.add(queryId)
      return node
    },
    transformResult: async ({ queryId, result }) =>
      unordered.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result,
  }
}

/** SQL of our own counts as ordered if it orders anything. A cursor is read in its own order. */
const isOrdered = (node: OperationNode): boolean =>
  SelectQueryNode.is(node) ? node.orderBy !== undefined : /\border by\b|^\s*fetch\b/i.test(sqlOf(node))

const sqlOf = (node: OperationNode): string =>
  RawNode.is(node) ? [...node.sqlFragments, ...node.parameters.map(sqlOf)].join(' ') : ''
