import { expect, test } from 'vitest'
import { type BabelTypes, changedSql, extraMutators, type NodePath } from './extra-mutators.ts'

type Node = NodePath['node']
const types: BabelTypes = {
  cloneNode: (node) => structuredClone(node),
  emptyStatement: () => ({ type: 'EmptyStatement' }),
  numericLiteral: (value) => ({ type: 'NumericLiteral', value }),
}
const mutantsOf = (name: string, node: Node, parent?: Node) => {
  const mutator = extraMutators(types).find((one) => one.name === name)
  const parentPath = parent ? { node: parent, parentPath: null } : null
  return [...(mutator?.mutate({ node, parentPath }) ?? [])]
}
const identifier = (name: string) => ({ type: 'Identifier', name })
const call = (object: Node, method: string): Node => ({
  type: 'CallExpression',
  callee: { type: 'MemberExpression', object, property: identifier(method) },
})

test('each operator and word of SQL is changed at each place, one at a time', () => {
  expect(changedSql('a <= 1 and b = 2')).toEqual(['a < 1 and b = 2', 'a <= 1 and b <> 2', 'a <= 1 or b = 2'])
  expect(changedSql('for update')).toEqual([''])
  expect(changedSql("after ->> 'version'")).toEqual([])
  expect(changedSql('id::uuid')).toEqual([])
  expect(changedSql('a -- and that = this\n, b -- not -- or')).toEqual([])
})

test('a statement that only calls something is left out, awaited or not', () => {
  const save = call(identifier('audit'), 'save')
  const awaited = { type: 'AwaitExpression', argument: save }
  for (const expression of [save, awaited]) {
    expect(mutantsOf('StatementRemoval', { type: 'ExpressionStatement', expression })).toEqual([
      { type: 'EmptyStatement' },
    ])
  }
  const assignment = { type: 'AssignmentExpression' }
  expect(mutantsOf('StatementRemoval', { type: 'ExpressionStatement', expression: assignment })).toEqual([])
})

test('a step of a query is left out, and the rest of the query stays', () => {
  const query = identifier('query')
  expect(mutantsOf('QueryStepRemoval', call(query, 'forUpdate'))).toEqual([query])
  expect(mutantsOf('QueryStepRemoval', call(query, 'execute'))).toEqual([])
})

test('SQL is changed in a copy, and only where the tag is sql', () => {
  const quasi = { quasis: [{ value: { raw: 'a < ' } }, { value: { raw: ' for update' } }] }
  const tagged = { type: 'TaggedTemplateExpression', tag: identifier('sql'), quasi }
  const texts = mutantsOf('SqlText', tagged).map((mutant) =>
    (mutant.quasi as typeof quasi).quasis.map(({ value }) => value.raw),
  )
  expect(texts).toEqual([
    ['a <= ', ' for update'],
    ['a < ', ' '],
  ])
  expect(quasi.quasis[0]?.value.raw).toBe('a < ')
  expect(mutantsOf('SqlText', { ...tagged, tag: identifier('html') })).toEqual([])
})

test('a number with a name is one more, a number in the middle of a line stays', () => {
  const number = { type: 'NumericLiteral', value: 60 }
  expect(mutantsOf('NamedNumber', number, { type: 'VariableDeclarator' })).toEqual([
    { type: 'NumericLiteral', value: 61 },
  ])
  expect(mutantsOf('NamedNumber', number, { type: 'BinaryExpression' })).toEqual([])
})
