import { expect } from 'vitest'
import { attacks, type Attack } from '../../support/attacks.ts'
import { WEEK } from './assistant.ts'
import {
  ask,
  call,
  initialize,
  many,
  MB,
  NO_JSON,
  NO_MESSAGE,
  NO_METHOD,
  NO_PARAMS,
  results,
  saidTo,
  startServer,
  useBook,
  type Expected,
  type Said,
} from './mcp-said.ts'

/** Lines that mean harm to `meterbook mcp`: each is answered as JSON-RPC says, with its id where it can be read, and the server goes on. */

useBook()

const attack = (name: string, said: Said | (() => Said), ...expected: Expected[]): Attack => ({
  name,
  run: () => saidTo(typeof said === 'function' ? said() : said, expected),
})

attacks(7, 'lines for an assistant that are no JSON', [
  attack('words', 'no json\n', [null, NO_JSON]),
  attack('a line that is cut', '{"jsonrpc":"2.0","id":1,"method":"ping"\n', [null, NO_JSON]),
  attack('100,000 open brackets', () => `${'['.repeat(100_000)}\n`, [null, NO_JSON]),
  attack('100,000 open braces with names', () => `${'{"a":'.repeat(100_000)}\n`, [null, NO_JSON]),
  attack('60,000 brackets that are closed', () => `${'['.repeat(60_000)}${']'.repeat(60_000)}\n`, [null, NO_JSON]),
  attack('a byte order mark', `\uFEFF${ask({ id: 1, method: 'ping' })}`, [null, NO_JSON]),
  attack('NUL bytes', '\0\0\0\n', [null, NO_JSON]),
  attack('a NUL within a message', '{"jsonrpc":"2.0","id":1,\0"method":"ping"}\n', [null, NO_JSON]),
  attack('bytes that are no UTF-8', Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}\n')]), [
    null,
    NO_JSON,
  ]),
  attack('UTF-16', Buffer.concat([Buffer.from(ask({ id: 1, method: 'ping' }).trimEnd(), 'utf16le'), Buffer.from('\n')]), [null, NO_JSON]),
  attack('a million of brackets side by side', () => `[${'[],'.repeat(1_000_000)}[]]\n`, [null, NO_JSON]),
  attack('single quotes', "{'jsonrpc':'2.0','id':1,'method':'ping'}\n", [null, NO_JSON]),
  attack('NaN', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}\n', [null, NO_JSON]),
  attack('10,000 wrong lines', () => 'x\n'.repeat(10_000), ...Array.from({ length: 10_000 }, (): Expected => [null, NO_JSON])),
  attack('a header of HTTP', 'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}\n', [null, NO_JSON], [null, NO_JSON], [null, NO_MESSAGE]),
])

attacks(7, 'lines for an assistant that are too long', [
  attack('11 MB', () => `${'x'.repeat(11 * MB)}\n`, [null, NO_MESSAGE]),
  attack('300 MB in one line', () => [...Array<Buffer>(300).fill(Buffer.alloc(MB, 'x')), Buffer.from('\n')], [null, NO_MESSAGE]),
  attack('a text of 11 MB in a question', () => call(1, 'query', { sql: 'x'.repeat(11 * MB) }), [null, NO_MESSAGE]),
  attack('20 long lines', () => `${'x'.repeat(11 * MB)}\n`.repeat(20), ...Array.from({ length: 20 }, (): Expected => [null, NO_MESSAGE])),
  attack('9 MB of statement', () => call(1, 'query', { sql: 'x'.repeat(9 * MB) }), [1, 'failure']),
  attack('9 MB of blanks', () => `${' '.repeat(9 * MB)}\n`),
  attack('byte by byte', () => [...many(20, (id) => ask({ id, method: 'ping' }))].map((sign) => Buffer.from(sign)), ...results(20)),
  attack('an id of 5 MB', () => ask({ id: 'i'.repeat(5 * MB), method: 'nothing' }), ['i'.repeat(5 * MB), NO_METHOD]),
  attack('a name of 5 MB', () => call(1, 'n'.repeat(5 * MB)), [1, NO_PARAMS]),
])

attacks(7, 'lines for an assistant that are no message', [
  attack('a list', '[]\n', [null, NO_MESSAGE]),
  attack('a batch', `[${ask({ id: 1, method: 'ping' }).trimEnd()}]\n`, [null, NO_MESSAGE]),
  attack('null, a number, a text, true', 'null\n1e999\n"ping"\ntrue\n', ...Array.from({ length: 4 }, (): Expected => [null, NO_MESSAGE])),
  attack('an empty object', '{}\n', [null, NO_MESSAGE]),
  attack('no version', '{"id":7,"method":"ping"}\n', [7, NO_MESSAGE]),
  attack('another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}\n', [7, NO_MESSAGE]),
  attack('an id and no method', ask({ id: 7 }), [7, NO_MESSAGE]),
  attack('a method that is a number', ask({ id: 7, method: 1 }), [7, NO_MESSAGE]),
  attack('a method that is an object', ask({ method: {} }), [null, NO_MESSAGE]),
  attack('an id that is null', ask({ id: null, method: 'ping' }), [null, NO_MESSAGE]),
  attack('an id that is no whole number', ask({ id: 1.5, method: 'ping' }), [1.5, NO_MESSAGE]),
  attack('an id beyond whole numbers', '{"jsonrpc":"2.0","id":1e300,"method":"ping"}\n', [1e300, NO_MESSAGE]),
  attack('an id beyond numbers', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}\n', [null, NO_MESSAGE]),
  attack(
    'ids that are a list, an object, true',
    [{}, [], true].map((id) => ask({ id, method: 'ping' })).join(''),
    ...Array.from({ length: 3 }, (): Expected => [null, NO_MESSAGE]),
  ),
  attack('names that no message has', ask({ id: 7, method: 'ping', extra: 1 }), [7, NO_MESSAGE]),
  attack('`__proto__` beside the method', '{"jsonrpc":"2.0","id":7,"method":"ping","__proto__":{"id":8}}\n', [7, NO_MESSAGE]),
  attack('half of a surrogate for an id', '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n', ['\ud800', 'result']),
  attack(
    'a negative id, zero, an empty one',
    ask({ id: -1, method: 'ping' }) + ask({ id: 0, method: 'ping' }) + ask({ id: '', method: 'ping' }),
    [-1, 'result'],
    [0, 'result'],
    ['', 'result'],
  ),
  attack(
    'answers to what was never asked',
    ask({ id: 3, result: 5 }) + ask({ id: 3, result: {} }) + ask({ id: 3, error: {} }) + ask({ id: 3, error: { code: 1, message: 'x' } }),
  ),
  attack(
    'notifications of nothing, of wrong parameters, unknown ones',
    ask({ method: 'notifications/cancelled', params: 'x' }) +
      ask({ method: 'notifications/cancelled' }) +
      ask({ method: 'no_such' }) +
      ask({ method: 'notifications/cancelled', params: { requestId: {} } }),
  ),
  attack('given up before it was asked', ask({ method: 'notifications/cancelled', params: { requestId: 5 } }) + call(5, 'find_stations'), [
    5,
    'result',
  ]),
  attack('blank lines, and lines of Windows', `\r\n\n   \n${ask({ id: 1, method: 'ping' }).trimEnd()}\r\n`, [1, 'result']),
  attack(
    'methods of every object',
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((method, id) => ask({ id, method })).join(''),
    [0, NO_METHOD],
    [1, NO_METHOD],
    [2, NO_METHOD],
    [3, NO_METHOD],
  ),
])

/** Names that every object has. */
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
  '',
  ' ',
  'a\0b',
  '\u202Ex',
]

attacks(7, 'parameters for an assistant', [
  attack(
    'tools called as every object’s names',
    NAMES.map((name, id) => call(id, name)).join(''),
    ...NAMES.map((_, id): Expected => [id, NO_PARAMS]),
  ),
  attack(
    'parameters that are a text, a list, null',
    ['x', [], null].map((params, id) => ask({ id, method: 'tools/call', params })).join(''),
    [0, NO_PARAMS],
    [1, NO_PARAMS],
    [2, NO_PARAMS],
  ),
  attack('no parameters', ask({ id: 1, method: 'tools/call' }) + ask({ id: 2, method: 'resources/read' }), [1, NO_PARAMS], [2, NO_PARAMS]),
  attack('a name that is a number', ask({ id: 1, method: 'tools/call', params: { name: 5 } }), [1, NO_PARAMS]),
  attack('arguments that are a list', call(1, 'query', []), [1, NO_PARAMS]),
  attack('a cursor that is a number', ask({ id: 1, method: 'tools/list', params: { cursor: 5 } }), [1, NO_PARAMS]),
  attack('`_meta` that is a number', ask({ id: 1, method: 'ping', params: { _meta: 5 } }), [1, NO_PARAMS]),
  attack('an address that is a number', ask({ id: 1, method: 'resources/read', params: { uri: 5 } }), [1, NO_PARAMS]),
  attack(
    'addresses that are none, or nobody’s',
    ['no uri', '__proto__:x', 'meterbook://__proto__', 'file:///etc/passwd', 'meterbook://book/../../x', '', 'meterbook://']
      .map((uri, id) => ask({ id, method: 'resources/read', params: { uri } }))
      .join(''),
    ...Array.from({ length: 7 }, (_, id): Expected => [id, NO_PARAMS]),
  ),
  attack('the handshake twice', initialize(), ['begin', 'result']),
  attack('a handshake of wrong types', ask({ id: 1, method: 'initialize', params: { protocolVersion: 7 } }), [1, NO_PARAMS]),
  attack(
    'numbers beyond numbers',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_stations","arguments":{"limit":1e999}}}\n',
    [1, 'failure'],
  ),
  attack(
    'statements of wrong types',
    [5, null, {}, [], true, '', '\0'].map((sql, id) => call(id, 'query', { sql })).join(''),
    ...Array.from({ length: 7 }, (_, id): Expected => [id, 'failure']),
  ),
  attack('a million of elements', () => call(1, 'holes', { ...WEEK, stationIds: Array<number>(1_000_000).fill(1) }), [1, 'failure']),
  attack(
    'arguments 20,000 deep',
    () =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_stations","arguments":{"text":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}\n`,
    [1, 'failure'],
  ),
  attack(
    '`__proto__` among arguments',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_stations","arguments":{"__proto__":{"limit":1}}}}\n',
    [1, 'result'],
  ),
  ...['find_stations', 'station', 'readings', 'daily_sums', 'findings', 'holes', 'visits', 'coverage', 'notes', 'query'].map((name) =>
    attack(
      `wrong types for ${name}`,
      [{ limit: '9' }, { offset: -1 }, { limit: null }, { nothing: 1 }].map((input, id) => call(id, name, input)).join(''),
      ...Array.from({ length: 4 }, (_, id): Expected => [id, 'failure']),
    ),
  ),
  { name: 'no handshake', run: () => saidTo(call(1, 'find_stations'), [[1, 'result']], { first: '' }) },
  {
    name: 'a version that nobody knows',
    run: () =>
      saidTo('', [], { first: initialize({ protocolVersion: '1999', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }) }),
  },
])

attacks(7, 'questions for an assistant, many at once', [
  {
    name: '300 statements',
    isDaily: false,
    run: () =>
      saidTo(
        many(300, (id) => call(id, 'query', { sql: `SELECT ${id}` })),
        results(300),
      ),
  },
  {
    name: '300 pings',
    run: () =>
      saidTo(
        many(300, (id) => ask({ id, method: 'ping' })),
        results(300),
      ),
  },
  {
    name: '300 of several kinds',
    run: () =>
      saidTo(
        many(300, (id) => (id % 10 === 0 ? call(id, 'holes', WEEK) : call(id, 'find_stations'))),
        results(300),
        { isInOrder: false },
      ),
  },
  {
    name: '600 questions, of which some are refused',
    run: () =>
      saidTo(
        many(700, (id) => call(id, 'query', { sql: 'SELECT 1' })),
        results(700),
        { isInOrder: false, orRefused: true },
      ),
  },
  {
    name: 'an id that is asked again before its answer',
    run: () =>
      saidTo(call(1, 'find_stations').repeat(3), [
        [1, NO_MESSAGE],
        [1, NO_MESSAGE],
        [1, 'result'],
      ]),
  },
  {
    name: '300 that are given up at once',
    isDaily: true,
    run: () => {
      const given = many(300, (id) => call(id, 'find_stations') + ask({ method: 'notifications/cancelled', params: { requestId: id } }))
      return saidTo(given + call(1000, 'find_stations'), [[1000, 'result']])
    },
  },
])

/** The other side goes away in the middle of something: the server ends in good order. */
const goesAway = (name: string, said: string): Attack => ({
  name,
  async run() {
    const { child, done } = startServer()
    child.stdin.end(initialize() + said)
    const { code, stderr } = await done
    expect([code, stderr]).toEqual([0, ''])
  },
})

attacks(7, 'an assistant that goes away', [
  goesAway('in the middle of a line', '{"jsonrpc":"2.0","id":1,'),
  goesAway('in the middle of a question', call(1, 'query', { sql: 'SELECT count(*) FROM v_reading' })),
  goesAway(
    'with 300 questions open',
    many(300, (id) => call(id, 'holes', WEEK)),
  ),
  goesAway('with no newline at the end', ask({ id: 1, method: 'ping' }).trimEnd()),
])
