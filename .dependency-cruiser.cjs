/**
 * The import directions of the design, §3: arrows go down this list only.
 *   entries, desktop → backend → {downloads, exports} → analysis → {book, service} → contract
 * The demo service is a stranger to the rest (types aside); the renderer knows the contract only.
 */
const ENTRIES = '^electron/([^/]+\\.ts$|cli/|web/)'
// node-version.ts is a leaf that entries load before anything else.
const ABOVE = {
  contract: ['words', 'entries', 'desktop', 'backend', 'downloads', 'exports', 'analysis', 'book', 'service', 'demo'],
  words: ['entries', 'desktop', 'backend', 'downloads', 'exports', 'analysis', 'book', 'service', 'demo'],
  book: ['entries', 'desktop', 'backend', 'downloads', 'exports', 'analysis', 'service', 'demo'],
  service: ['entries', 'desktop', 'backend', 'downloads', 'exports', 'analysis', 'book', 'demo'],
  analysis: ['entries', 'desktop', 'backend', 'downloads', 'exports', 'demo'],
  downloads: ['entries', 'desktop', 'backend', 'exports', 'demo'],
  exports: ['entries', 'desktop', 'backend', 'downloads', 'demo'],
  backend: ['entries', 'desktop'],
  desktop: ['web-entries'],
}

const pathOf = (layer) =>
  layer === 'entries'
    ? ENTRIES
    : layer === 'web-entries'
      ? '^electron/((web|web-host|cli|launch)\\.ts$|cli/|web/)'
      : `^electron/${layer}/`

const layers = Object.entries(ABOVE).map(([layer, above]) => ({
  name: `${layer}-imports-nothing-above`,
  severity: 'error',
  comment: `Imports go down only: ${layer} must not know ${above.join(', ')}.`,
  from: { path: pathOf(layer) },
  to: { path: above.map(pathOf), pathNot: '^electron/node-version\\.ts$' },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'electron-in-the-shell-only',
      severity: 'error',
      comment: 'The backend, the browser host and the command line are plain Node.',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/(main\\.ts|preload\\.ts|desktop/)' },
      to: { path: '^(electron$|node_modules/electron/)' },
    },
    {
      name: 'renderer-knows-the-contract-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^electron/', pathNot: '^electron/contract/' },
    },
    {
      name: 'nothing-knows-the-renderer',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^renderer/' },
    },
    {
      name: 'renderer-and-contract-run-in-a-browser',
      severity: 'error',
      from: { path: '^(renderer|electron/contract)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'demo-is-a-stranger',
      severity: 'error',
      comment: 'The demo service shares no code with the client it tests; types are allowed.',
      from: { path: '^electron/demo/' },
      to: { path: '^(electron|renderer)/', pathNot: '^electron/demo/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'addresses-know-no-screen',
      severity: 'error',
      comment: 'Any part of the window may link to a screen: addresses lie below all of it, places on address.',
      from: { path: '^renderer/(address|places)/' },
      to: {
        path: '^renderer/',
        pathNot: '^renderer/(address|places)/|^renderer/stores/workbench\\.ts$',
      },
    },
    {
      name: 'address-knows-no-place',
      severity: 'error',
      from: { path: '^renderer/address/' },
      to: { path: '^renderer/places/' },
    },
    {
      name: 'sqlite-in-the-book-only',
      severity: 'error',
      comment: 'All SQL lies in the book; other layers may name its types.',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/book/' },
      to: { path: 'better-sqlite3', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-program',
      severity: 'error',
      from: { path: '^(electron|renderer)/' },
      to: { path: '^test/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^(electron|renderer)/' },
      to: { couldNotResolve: true, pathNot: '\\?|^electron$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.vue', '.json', '.d.ts'],
    },
  },
}
