const tests = '\\.test\\.tsx?$|^(server|web)/test/'

/** The storeys of the server, from the bottom. Each folder may import those below it, and none beside it. */
const storeys = [
  ['errors'],
  ['programs'],
  ['postgres'],
  ['db'],
  ['audit'],
  ['sessions'],
  ['http'],
  ['auth', 'deletions', 'health', 'live', 'people', 'tokens', 'views'],
  ['samples'],
  ['batches', 'storage'],
  ['custody', 'exports', 'find', 'labels', 'racks'],
  ['audit-trail', 'imports', 'moves', 'picks', 'print-runs', 'stats', 'subjects', 'temperatures'],
  ['stock-takes', 'sync'],
  ['freezer-work'],
]
const serverStoreysImportDownward = storeys.map((folders, storey) => ({
  name: 'server-storeys-import-downward',
  severity: 'error',
  comment: 'An import upward or sideways sooner or later closes a cycle.',
  from: { path: `^server/src/(${folders.join('|')})/` },
  to: { path: `^server/src/(${storeys.slice(storey).flat().join('|')})/`, pathNot: '^server/src/$1/' },
}))
/** Folders of the server that serve every domain, and may speak SQL outside a *-queries.ts. */
const shared = 'errors|programs|postgres|db|http'

/** The layers of the web, from the top. Each may import those below it. */
const webLayers = [['app'], ['pages'], ['features'], ['entities'], ['ui', 'forms', 'api']]
const webLayersImportDownward = webLayers.slice(1).map((layer, index) => ({
  name: 'web-layers-import-downward',
  severity: 'error',
  from: { path: `^web/src/(${layer.join('|')})/`, pathNot: tests },
  to: {
    path: `^web/src/(main\\.tsx$|(${webLayers
      .slice(0, index + 1)
      .flat()
      .join('|')})/)`,
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'web-and-server-meet-in-the-contract',
      severity: 'error',
      comment: 'The browser and the server share nothing but contract/.',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: '^contract/|^node_modules/zod/' },
    },
    {
      name: 'routes-are-plugged-in-by-the-app-only',
      severity: 'error',
      comment: 'Another domain is reached through its use cases and queries.',
      from: { pathNot: '^server/src/app\\.ts$' },
      to: { path: '^server/src/.+-routes\\.ts$' },
    },
    {
      name: 'sql-only-in-queries',
      severity: 'error',
      comment: 'Types of the database may go anywhere; in a domain, what talks to it is a *-queries.ts.',
      from: { path: `^server/src/(app\\.ts$|(?!(?:${shared})/)[^/]+/)`, pathNot: `-queries\\.ts$|${tests}` },
      to: {
        path: '^server/src/db/|^node_modules/(kysely|pg)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...serverStoreysImportDownward,
    {
      name: 'server-folders-have-a-storey',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: `^server/src/(${storeys.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'settings-and-limits-know-no-domain',
      severity: 'error',
      comment: 'Every folder may import them.',
      from: { path: '^server/src/(config|limits)\\.ts$' },
      to: { path: '^server/src/', pathNot: '^server/src/errors/' },
    },
    {
      name: 'the-app-is-imported-from-outside-only',
      severity: 'error',
      comment: 'It puts the folders together; only main.ts, tests and tools start it.',
      from: { path: '^server/src/', pathNot: `^server/src/(main|start-server)\\.ts$|${tests}` },
      to: { path: '^server/src/(app|main|start-server)\\.ts$' },
    },
    ...webLayersImportDownward,
    {
      name: 'web-pages-and-features-stand-alone',
      severity: 'error',
      comment: 'What two pages need is a feature; what two features need is an entity.',
      from: { path: '^web/src/(pages|features)/([^/]+)/' },
      to: { path: '^web/src/$1/', pathNot: '^web/src/$1/$2/' },
    },
    {
      name: 'web-files-belong-to-a-layer',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `^web/src/(main\\.tsx$|(${webLayers.flat().join('|')})/)` },
      to: {},
    },
    {
      name: 'tools-and-journeys-stay-outside-the-web',
      severity: 'error',
      comment: 'They use the application as a person or a machine does.',
      from: { path: '^(tools|e2e)/' },
      to: { path: '^web/src/' },
    },
    {
      name: 'test-helpers-only-in-tests',
      severity: 'error',
      from: { path: '^(server|web)/src/', pathNot: tests },
      to: { path: tests },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-resolves',
      severity: 'error',
      comment: 'Of an import that asks for an address, ?url, the build makes one.',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
