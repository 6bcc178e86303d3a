import fc from 'fast-check'

/** Answers of the service, corrupted: as valid JSON of another shape, and as invalid JSON. */

/** Values that somebody's serializer, database or locale might send instead of the right one. */
const oddity: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    '0',
    '12',
    ' 12 ',
    '1e3',
    '1,5',
    'NaN',
    'true',
    '2026-01-01',
    '-0',
    '00012',
    0,
    -0,
    -1,
    1.5,
    1e21,
    1e300,
    5e-324,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 63),
    2 ** 64,
    8.64e12,
    8.64e12 + 1,
    [],
    {},
    [[]],
    [null],
    { data: [] },
    { a: { b: [1, '2', null] } },
    '\u0000',
    'a\u0000b',
    '\ud800',
    '__proto__',
    'constructor',
    'x'.repeat(20_000),
    "'; DROP TABLE station; --",
    'ГРП-2 «Ёлочка»',
    '🔥',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 20, max: 60 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
)

const keys = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'data', 'x', '', '0', 'event_time', 'P')

type Path = (string | number)[]

/** Paths to every value inside. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

const WAYS = ['replace', 'delete', 'double', 'rename', 'add'] as const
interface Change {
  path: Path
  how: (typeof WAYS)[number]
  by: unknown
  key: string
}

function changed(value: unknown, { path, ...change }: Change): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change.how === 'replace' ? change.by : value
  if (typeof value !== 'object' || value === null) return value
  // Made by a list of pairs: JSON.parse knows own keys called '__proto__', assignments do not.
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== String(key)) return [[name, inner]]
    if (rest.length > 0) return [[name, changed(inner, { ...change, path: rest })]]
    switch (change.how) {
      case 'replace':
        return [[name, change.by]]
      case 'delete':
        return []
      case 'double':
        return [
          [name, Array.isArray(value) ? inner : [inner, inner]],
          ...(Array.isArray(value) ? [[name, inner] as [string, unknown]] : []),
        ]
      case 'rename':
        return [[change.key, inner]]
      case 'add':
        return [
          [name, inner],
          [change.key, change.by],
        ]
    }
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

function structural(answer: unknown): fc.Arbitrary<string> {
  const change = fc.record({ path: fc.constantFrom(...pathsOf(answer)), how: fc.constantFrom(...WAYS), by: oddity, key: keys })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => JSON.stringify(changes.reduce(changed, answer)) ?? 'null')
}

function textual(answer: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(answer)
  const put = fc.oneof(
    fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '1e999', '-1e999', 'null', '\u0000', '\ufeff', '.5'),
    fc.string({ maxLength: 4 }),
  )
  return fc.tuple(fc.nat(text.length), fc.nat(8), put).map(([at, cut, what]) => text.slice(0, at) + what + text.slice(at + cut))
}

/** Bodies that come from an answer by one to four changes of its values, or by one of its text. */
export const spoilt = (answer: unknown): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: structural(answer) }, { weight: 1, arbitrary: textual(answer) })
