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

/**
 * The floors of the window, the highest first; rooms of one floor lie beside each other and may name each other, without
 * cycles. The files of the first floor lie loose in `renderer`: App, the router, and what starts them. `client.ts` and
 * `connection.ts`, which lie beside them, are a floor of their own.
 */
const CLIENT = '^renderer/(client|connection)\\.ts$'
const FLOORS = [
  { rooms: 'window', path: '^renderer/[^/]+\\.(ts|vue)$', pathNot: CLIENT },
  { rooms: 'views', path: '^renderer/views/' },
  { rooms: 'parts', path: '^renderer/parts/' },
  { rooms: 'charts-and-components', path: '^renderer/(charts|components)/' },
  { rooms: 'stores-and-speed', path: '^renderer/(stores|speed)/' },
  { rooms: 'client', path: CLIENT },
  { rooms: 'i18n', path: '^renderer/i18n/' },
]
/** Addresses of screens: they move to `renderer/places`, and this goes with them. */
const ADDRESSES = '^renderer/views/.*/(place|address|readings-at)\\.ts$'
/** The palette is opened by the window, and leads everywhere: it moves to the first floor, and this goes with it. */
const PALETTE = '^renderer/components/palette/'

const floors = FLOORS.flatMap(({ rooms, path, pathNot }, at) =>
  FLOORS.slice(0, at).map((above) => ({
    name: `${rooms}-import-nothing-of-${above.rooms}`,
    severity: 'error',
    comment: `In the window imports go down only: ${FLOORS.map((floor) => floor.rooms).join(' → ')}.`,
    from: { path, pathNot: [pathNot, PALETTE].filter(Boolean) },
    to: { path: above.path, pathNot: [above.pathNot, ADDRESSES].filter(Boolean) },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...floors,
    {
      name: 'a-screen-imports-no-other-screen',
      severity: 'error',
      comment: 'What two screens share is a part: renderer/parts.',
      from: { path: '^renderer/views/([^/]+)/' },
      to: { path: '^renderer/views/', pathNot: ['^renderer/views/$1/', ADDRESSES] },
    },
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
