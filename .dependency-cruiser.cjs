/**
 * The import directions of the design, §3: arrows go down this list only.
 *   entries, desktop → backend → {downloads, analyst, log, assistant → questions, works → exports, imports} → analysis → {book, service} → {terminal, files} → contract → words
 * The demo service is a stranger to the rest (types aside); the renderer knows the contract and the words only.
 */
const ENTRIES = '^electron/([^/]+\\.ts$|cli/|web/)'
// node-version.ts is a leaf that entries load before anything else.
const TOP = ['entries', 'desktop', 'backend', 'demo']
/** All that lies above the contract, what the command line says aside. */
const UPPER = [
  ...TOP,
  'downloads',
  'analyst',
  'log',
  'assistant',
  'questions',
  'works',
  'exports',
  'imports',
  'analysis',
  'book',
  'service',
]
const ABOVE = {
  words: ['contract', 'terminal', 'files', ...UPPER],
  contract: ['terminal', 'files', ...UPPER],
  terminal: ['files', ...UPPER],
  files: ['terminal', ...UPPER],
  imports: [...TOP, 'downloads', 'analyst', 'log', 'assistant', 'works', 'exports'],
  book: [...TOP, 'downloads', 'analyst', 'log', 'assistant', 'questions', 'works', 'exports', 'imports', 'analysis', 'service'],
  service: [...TOP, 'downloads', 'analyst', 'log', 'assistant', 'works', 'exports', 'imports', 'analysis', 'book'],
  analysis: [...TOP, 'downloads', 'analyst', 'log', 'assistant', 'works', 'exports', 'imports'],
  downloads: [...TOP, 'analyst', 'log', 'assistant', 'works', 'exports'],
  log: [...TOP, 'downloads', 'analyst', 'assistant', 'works', 'exports'],
  analyst: [...TOP, 'downloads', 'log', 'assistant', 'works', 'exports'],
  assistant: [...TOP, 'downloads', 'analyst', 'log', 'works', 'exports'],
  exports: [...TOP, 'downloads', 'analyst', 'log', 'assistant', 'questions', 'works'],
  works: [...TOP, 'downloads', 'analyst', 'log', 'assistant'],
  questions: [...TOP, 'downloads', 'analyst', 'log', 'assistant', 'works', 'exports', 'imports', 'analysis', 'service'],
  backend: ['entries', 'desktop'],
  desktop: ['web-entries'],
}

const pathOf = (layer) =>
  layer === 'entries' ? ENTRIES : layer === 'web-entries' ? '^electron/((web|web-host|cli|launch)\\.ts$|cli/|web/)' : `^electron/${layer}/`

const layers = Object.entries(ABOVE).map(([layer, above]) => ({
  name: `${layer}-imports-nothing-above`,
  severity: 'error',
  comment: `Imports go down only: ${layer} must not know ${above.join(', ')}.`,
  from: { path: pathOf(layer) },
  to: { path: above.map(pathOf), pathNot: '^electron/node-version\\.ts$' },
}))

/** The floors of the judgement, the lowest first: each knows those below it alone. Answers and the log stand side by side. */
const FLOORS = [['kernel'], ['station'], ['rules'], ['judge'], ['answers', 'events']]
const floorOf = (names) => `^electron/analysis/(${names.join('|')})/`
const floors = FLOORS.flatMap((floor, at) =>
  floor.map((name) => ({
    name: `analysis-${name}-imports-nothing-above`,
    severity: 'error',
    comment: `Judgement goes down only: ${FLOORS.flat().join(', ')}.`,
    from: { path: floorOf([name]) },
    to: { path: floorOf([...floor.filter((other) => other !== name), ...FLOORS.slice(at + 1).flat()]) },
  })),
)

/**
 * The floors of the window, the highest first; rooms of one floor lie beside each other and may name each other, without
 * cycles. The files of the first floor lie loose in `renderer` (App, the router, and what starts them) and in `window`: what
 * leads to every screen. `client.ts` and `connection.ts`, which lie beside App, are a floor of their own.
 */
const CLIENT = '^renderer/(client|connection)\\.ts$'
const WINDOW_FLOORS = [
  { rooms: 'window', path: '^renderer/([^/]+\\.(ts|vue)$|window/)', pathNot: CLIENT },
  { rooms: 'views', path: '^renderer/views/' },
  { rooms: 'parts', path: '^renderer/parts/' },
  { rooms: 'charts-and-components', path: '^renderer/(charts|components)/' },
  { rooms: 'places', path: '^renderer/places/' },
  { rooms: 'stores-and-addresses', path: '^renderer/(stores|speed|address)/' },
  { rooms: 'client', path: CLIENT },
  { rooms: 'i18n', path: '^renderer/i18n/' },
]

const windowFloors = WINDOW_FLOORS.flatMap(({ rooms, path, pathNot }, at) =>
  WINDOW_FLOORS.slice(0, at).map((above) => ({
    name: `${rooms}-import-nothing-of-${above.rooms}`,
    severity: 'error',
    comment: `In the window imports go down only: ${WINDOW_FLOORS.map((floor) => floor.rooms).join(' → ')}.`,
    from: { path, pathNot: [pathNot].filter(Boolean) },
    to: { path: above.path, pathNot: [above.pathNot].filter(Boolean) },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...floors,
    ...windowFloors,
    {
      name: 'a-rule-knows-no-other-rule',
      severity: 'error',
      comment: 'What two rules need is a fact of the station, or one of the ways in which rules say something.',
      from: { path: '^electron/analysis/rules/[^/]+\\.ts$', pathNot: '/index\\.ts$' },
      to: { path: '^electron/analysis/rules/[^/]+\\.ts$' },
    },
    {
      name: 'nothing-lies-loose-in-analysis',
      severity: 'error',
      from: {},
      to: { path: '^electron/analysis/[^/]+\\.ts$' },
    },
    {
      name: 'a-screen-imports-no-other-screen',
      severity: 'error',
      comment: 'What two screens share is a part: renderer/parts.',
      from: { path: '^renderer/views/([^/]+)/' },
      to: { path: '^renderer/views/', pathNot: '^renderer/views/$1/' },
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
      name: 'renderer-knows-the-contract-and-the-words-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^electron/', pathNot: '^electron/(contract/|words/(?!program\\.ts|\\w+/program/))' },
    },
    {
      name: 'program-knows-no-word-of-the-window',
      severity: 'error',
      comment: 'The components’ library comes with them.',
      from: { path: '^electron/', pathNot: '^electron/words/' },
      to: { path: '^electron/words/\\w+/window/' },
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
      from: { path: '^(renderer|electron/(contract|words))/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-process-of-questions-has-one-sqlite',
      severity: 'error',
      comment: 'It reads books by node:sqlite; a second library on the same file in one process would lose its locks.',
      from: { path: '^electron/questions/child/' },
      to: { path: '^electron/', pathNot: '^electron/(contract/|questions/(child/|line\\.ts$))' },
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
      name: 'no-tests-and-no-packing-in-the-program',
      severity: 'error',
      from: { path: '^(electron|renderer)/' },
      to: { path: '^(test|packaging)/' },
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
