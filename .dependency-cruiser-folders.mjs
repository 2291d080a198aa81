import rules from './.dependency-cruiser.mjs'

/** Cycles between folders, apart from the other rules: a test may import what it likes, and would close a cycle. */
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      severity: 'error',
      comment: 'Two folders that import each other are one.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...rules.options,
    exclude: { path: ['^web/dist/', '\\.test\\.tsx?$', '^(server|web)/test/'] },
  },
}
