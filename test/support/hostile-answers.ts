import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { FailureCode } from '../../electron/contract/errors.ts'
import { answerOf, CANARY, drips, floods, headOf, says, saysAndEnds, type Wire } from './hostile-wire.ts'

/** Answers of a service that is broken or means harm, one thing each, in place of a page of readings. */

export interface HostileAnswer {
  name: string
  wire: Wire
  /** How the tasks that asked for it end; null: what came is used, or nothing is lost by it. */
  ends: readonly FailureCode[] | null
  /** The time for an answer is what is attacked: the run waits a hundredth as long. */
  isSlow?: boolean
  /** Tried by day as well. */
  isDaily?: boolean
}

const TOKEN = `access-token: ${CANARY}`
const page = (data: string, more = '"total_pages":1,"current_page":1,"next_page":null') => `{"data":[${data}],${more}}`
const EMPTY = page('')
const chunked = headOf('200 OK', 'transfer-encoding: chunked')
const MB = 1_000_000

const JSON_BODIES: [name: string, body: () => string | Buffer, ends: HostileAnswer['ends']][] = [
  ['JSON of 100,000 brackets', () => page('['.repeat(100_000) + ']'.repeat(100_000)), null],
  ['JSON of 30 million brackets', () => `{"data":${'['.repeat(30 * MB)}`, ['BAD_PAGE']],
  ['JSON of 20 million empty lists', () => page(`${'[],'.repeat(20 * MB)}[]`), ['BAD_PAGE']],
  ['JSON with a million keys', () => `{${Array.from({ length: MB }, (_, at) => `"k${at}":1,`).join('')}"data":[]}`, null],
  ['a record with a million keys', () => page(`{${Array.from({ length: MB }, (_, at) => `"k${at}":1`).join(',')}}`), null],
  ['a record with a million channels', () => page(`{"event_time":1760000000,"channel_data":[${'{"P":1},'.repeat(MB)}{"P":1}]}`), null],
  ['keys that come twice', () => '{"data":7,"data":[],"next_page":5,"next_page":null}', null],
  ['keys of the prototype', () => page('{"__proto__":{"event_time":1},"constructor":1,"channel_data":[{"__proto__":5}]}'), null],
  ['a prototype in place of the page', () => '{"__proto__":{"data":[],"next_page":null}}', ['BAD_PAGE']],
  ['numbers of 10,000 digits', () => page(`{"event_time":${'9'.repeat(10_000)},"channel_data":[{"P":${'7'.repeat(10_000)}}]}`), null],
  ['a text of 50 MB', () => page(`{"event_time":1760000000,"channel_data":[{"P":"${'x'.repeat(50 * MB)}"}]}`), null],
  ['a page number of 10,000 digits', () => page('', `"next_page":${'9'.repeat(10_000)}`), ['BAD_PAGE']],
  ['NaN and Infinity', () => page('{"event_time":NaN,"channel_data":[{"P":Infinity}]}'), ['BAD_PAGE']],
  ['JSON behind a mark of byte order', () => `\ufeff${EMPTY}`, null],
  ['JSON in UTF-16', () => Buffer.from(`\ufeff${EMPTY}`, 'utf16le'), ['BAD_PAGE']],
  [
    'JSON in bytes that are no UTF-8',
    () => Buffer.concat([Buffer.from('{"data":["'), Buffer.alloc(1_000, 0xff), Buffer.from('"]}')]),
    null,
  ],
  ['nothing at all', () => '', ['BAD_PAGE']],
  ['NUL, a million times', () => '\0'.repeat(MB), ['BAD_PAGE']],
  ['60 MB of blanks', () => ' '.repeat(60 * MB), ['BAD_PAGE']],
  ['a million quotes', () => '"'.repeat(MB), ['BAD_PAGE']],
  ['a list in place of the page', () => '[[]]', ['BAD_PAGE']],
  ['JSON that is cut', () => page('{"event_time":1760000000').slice(0, 30), ['BAD_PAGE']],
]

const ENCODED: [name: string, encoding: string, body: () => Buffer, ends: HostileAnswer['ends']][] = [
  ['gzip of 2 GB', 'gzip', () => bomb(), ['BODY_TOO_LARGE']],
  ['deflate of 500 MB', 'deflate', () => deflateSync(Buffer.alloc(500 * MB)), ['BODY_TOO_LARGE']],
  ['gzip that is cut', 'gzip', () => gzipSync(EMPTY.padEnd(5_000)).subarray(0, 40), ['BAD_PAGE']],
  ['gzip with garbage behind it', 'gzip', () => Buffer.concat([gzipSync(EMPTY), Buffer.alloc(5_000, 0x41)]), ['BAD_PAGE']],
  ['gzip in gzip', 'gzip', () => gzipSync(gzipSync(EMPTY)), ['BAD_PAGE']],
  ['gzip in gzip, said so', 'gzip, gzip', () => gzipSync(gzipSync(EMPTY)), ['BAD_PAGE']],
  ['a thousand layers, said so', Array.from({ length: 1_000 }, () => 'gzip').join(','), () => gzipSync(EMPTY), ['BAD_PAGE']],
  ['Brotli, which was not asked for', 'br', () => brotliCompressSync(EMPTY), ['BAD_PAGE']],
  ['raw deflate', 'deflate', () => deflateRawSync(EMPTY), ['BAD_PAGE']],
  ['no gzip, said to be', 'gzip', () => Buffer.from(EMPTY), ['BAD_PAGE']],
  ['a million members of gzip', 'gzip', () => Buffer.concat(Array.from({ length: MB }, () => MEMBER)), ['BAD_PAGE']],
  ['an encoding of another world', 'x-nothing', () => Buffer.from(EMPTY), ['BAD_PAGE']],
]
const MEMBER = gzipSync('')
/** Two GB of blanks in about 2 MB: members one after the other. */
const bomb = () => {
  const member = gzipSync(Buffer.alloc(100 * MB, 0x20))
  return Buffer.concat(Array.from({ length: 20 }, () => member))
}

const statuses: HostileAnswer[] = [
  ...['201 Created', '202 Accepted', '203 Other', '205 Reset Content', '206 Partial Content', '226 IM Used', '299 What'].map(
    (status): HostileAnswer => ({ name: `${status} with a page`, wire: says(answerOf(EMPTY, status)), ends: ['HTTP_STATUS'] }),
  ),
  ...['600 Beyond', '999 Denied'].map((status): HostileAnswer => ({
    name: `${status} with a page`,
    wire: says(answerOf(EMPTY, status)),
    ends: ['HTTP_STATUS'],
  })),
  { name: '204 with a body', wire: says(answerOf(EMPTY, '204 No Content')), ends: ['HTTP_STATUS'] },
  { name: '304 with a body', wire: says(answerOf(EMPTY, '304 Not Modified')), ends: ['HTTP_STATUS'] },
  { name: 'status 000', wire: says(answerOf(EMPTY, '000 Nothing')), ends: ['BAD_PAGE'] },
  { name: 'status 099', wire: says(answerOf(EMPTY, '099 Less')), ends: ['BAD_PAGE'] },
  { name: 'status 2000', wire: says(answerOf(EMPTY, '2000 Much')), ends: ['BAD_PAGE'] },
  { name: 'status -1', wire: says(answerOf(EMPTY, '-1 Less')), ends: ['BAD_PAGE'] },
  { name: '199, and nothing more', wire: saysAndEnds(headOf('199 Odd')), ends: ['UNREACHABLE', 'BAD_PAGE'] },
  { name: '100 Continue, a thousand times', wire: says('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)), ends: ['BAD_PAGE'], isDaily: true },
  {
    name: '103 Early Hints, a thousand times, then a page',
    wire: says('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000), answerOf(EMPTY)),
    ends: ['BAD_PAGE'],
  },
  { name: '102 Processing without end', wire: floods('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)), ends: ['BAD_PAGE'] },
  {
    name: '101 for a GET',
    wire: says(headOf('101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'), 'garbage'),
    ends: ['BAD_PAGE'],
  },
  { name: '101 without a protocol', wire: says(headOf('101 Switching Protocols'), 'garbage'), ends: ['BAD_PAGE'] },
  { name: '200 that says it switches', wire: says(answerOf(EMPTY, '200 OK', 'connection: upgrade', 'upgrade: h2c')), ends: null },
]

const limited: HostileAnswer[] = ['1000000000', '-5', 'soon', '9'.repeat(5_000), 'Fri, 31 Dec 9999 23:59:59 GMT', '1e9', ''].map(
  (after) => ({
    name: `503 with Retry-After of ${after.slice(0, 30) || 'nothing'}`,
    wire: says(answerOf('{}', '503 Busy', `retry-after: ${after}`)),
    ends: ['HTTP_STATUS'],
  }),
)

const places = [
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/api/v1/channel_data',
  `http://[${':'.repeat(5_000)}`,
  '\x80\xff',
  'http://a:b@c/',
].map((place): HostileAnswer => ({
  name: `a redirect to ${place.slice(0, 24)}`,
  wire: says(answerOf('', '302 Found', `location: ${place}`)),
  ends: ['REDIRECTED'],
}))

export const HOSTILE_ANSWERS: readonly HostileAnswer[] = [
  { name: 'a body that drips in', wire: drips(headOf('200 OK', TOKEN, 'content-length: 100000'), ' '), ends: ['TIMEOUT'], isSlow: true },
  {
    name: 'much at once, and then a drip',
    wire: drips(headOf('200 OK', 'content-length: 60000000') + ' '.repeat(5 * MB), ' '),
    ends: ['TIMEOUT'],
    isSlow: true,
  },
  { name: 'chunks of a byte that drip in', wire: drips(chunked, '1\r\n \r\n'), ends: ['TIMEOUT'], isSlow: true },
  { name: 'a status line that drips in', wire: drips('HTTP/1.1 200 ', 'O'), ends: ['TIMEOUT'], isSlow: true },
  { name: 'a header that drips in', wire: drips('HTTP/1.1 200 OK\r\nx: ', 'y'), ends: ['TIMEOUT'], isSlow: true },
  { name: 'headers that drip in', wire: drips('HTTP/1.1 200 OK\r\n', 'a: b\r\n'), ends: ['TIMEOUT', 'BAD_PAGE'], isSlow: true },
  {
    name: 'a refusal whose words drip in',
    wire: drips(headOf('422 No', 'content-length: 90000'), ' '),
    ends: ['HTTP_STATUS'],
    isSlow: true,
  },
  {
    name: '102 Processing, dripping',
    wire: drips('', 'HTTP/1.1 102 Processing\r\n\r\n', 100),
    ends: ['TIMEOUT', 'BAD_PAGE'],
    isSlow: true,
  },
  { name: 'no answer', wire: () => undefined, ends: ['TIMEOUT'], isSlow: true },
  { name: 'headers without end', wire: floods('HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(100)}\r\n`), ends: ['BAD_PAGE'] },
  { name: 'a header without end', wire: floods('HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(65_536)), ends: ['BAD_PAGE'] },
  { name: 'a header of 1 MB', wire: says(answerOf(EMPTY, '200 OK', `x: ${'y'.repeat(MB)}`)), ends: ['BAD_PAGE'] },
  {
    name: 'a status line without end',
    wire: floods('HTTP/1.1 200 ', 'O'.repeat(65_536), 300 * MB),
    ends: ['BAD_PAGE', 'UNREACHABLE', 'TIMEOUT'],
    isSlow: true,
  },
  {
    name: 'a flood of Set-Cookie',
    wire: says(answerOf(EMPTY, '200 OK', ...Array.from({ length: 50_000 }, (_, at) => `set-cookie: a${at}=${at}`))),
    ends: ['BAD_PAGE'],
  },
  {
    name: '300 Set-Cookies',
    wire: says(answerOf(EMPTY, '200 OK', ...Array.from({ length: 300 }, (_, at) => `set-cookie: a${at}=${at}`))),
    ends: null,
  },
  {
    name: '250 MB, said so',
    wire: floods(headOf('200 OK', `content-length: ${250 * MB}`), Buffer.alloc(65_536, 0x20)),
    ends: ['BODY_TOO_LARGE'],
    isDaily: true,
  },
  { name: '250 MB in chunks', wire: floods(chunked, `10000\r\n${' '.repeat(65_536)}\r\n`, 250 * MB), ends: ['BODY_TOO_LARGE'] },
  { name: '250 MB until the end', wire: floods('HTTP/1.0 200 OK\r\n\r\n', Buffer.alloc(65_536, 0x20), 250 * MB), ends: ['BODY_TOO_LARGE'] },
  {
    name: 'extensions of a chunk without end',
    wire: floods(`${chunked}1;x=`, 'y'.repeat(65_536), 300 * MB),
    ends: ['BAD_PAGE', 'TIMEOUT'],
    isSlow: true,
  },
  { name: 'trailers without end', wire: floods(`${chunked}0\r\n`, `x: ${'y'.repeat(100)}\r\n`), ends: ['BAD_PAGE'] },
  { name: 'a chunk of 2 to the 64', wire: saysAndEnds(`${chunked}FFFFFFFFFFFFFFFF1\r\n${EMPTY}`), ends: ['BAD_PAGE'] },
  { name: 'a chunk of a negative size', wire: says(`${chunked}-5\r\n${EMPTY}\r\n0\r\n\r\n`), ends: ['BAD_PAGE'] },
  { name: 'a chunk that is longer than it says', wire: says(`${chunked}5\r\n${EMPTY}\r\n0\r\n\r\n`), ends: ['BAD_PAGE'] },
  { name: 'a chunk that is shorter than it says', wire: saysAndEnds(`${chunked}500\r\n${EMPTY}\r\n0\r\n\r\n`), ends: ['UNREACHABLE'] },
  { name: 'a length that is too large', wire: saysAndEnds(headOf('200 OK', 'content-length: 5000'), EMPTY), ends: ['UNREACHABLE'] },
  { name: 'a length that is too small', wire: says(headOf('200 OK', 'content-length: 5'), EMPTY), ends: ['BAD_PAGE'] },
  { name: 'two lengths', wire: says(headOf('200 OK', 'content-length: 5', 'content-length: 9'), EMPTY), ends: ['BAD_PAGE'] },
  {
    name: 'a length of 30 digits',
    wire: says(headOf('200 OK', `content-length: ${'9'.repeat(30)}`), EMPTY),
    ends: ['BAD_PAGE', 'BODY_TOO_LARGE'],
  },
  { name: 'a negative length', wire: says(headOf('200 OK', 'content-length: -1'), EMPTY), ends: ['BAD_PAGE'] },
  {
    name: 'a length, and chunks',
    wire: says(headOf('200 OK', 'content-length: 5', 'transfer-encoding: chunked'), `5\r\n12345\r\n0\r\n\r\n`),
    ends: ['BAD_PAGE'],
  },
  { name: 'HTTP/1.0 without a length', wire: saysAndEnds(`HTTP/1.0 200 OK\r\n\r\n${EMPTY}`), ends: null },
  { name: 'HTTP/0.9', wire: saysAndEnds(EMPTY), ends: ['BAD_PAGE'] },
  { name: 'HTTP/9.9', wire: says(answerOf(EMPTY).toString().replace('1.1', '9.9')), ends: ['BAD_PAGE'] },
  { name: 'the beginning of HTTP/2', wire: says('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), ends: ['BAD_PAGE'] },
  { name: 'frames of HTTP/2', wire: says(Buffer.from('00000c040000000000000300000064000400010000', 'hex')), ends: ['BAD_PAGE'] },
  { name: 'a hello of TLS', wire: says(Buffer.from('160301020001000203030303', 'hex')), ends: ['BAD_PAGE'] },
  { name: 'SSH', wire: says('SSH-2.0-OpenSSH_9.6\r\n'), ends: ['BAD_PAGE'] },
  {
    name: 'a reset in the middle',
    wire: (socket) => socket.write(headOf('200 OK', 'content-length: 500') + EMPTY, () => socket.resetAndDestroy()),
    ends: ['UNREACHABLE'],
  },
  {
    name: 'a reset in the headers',
    wire: (socket) => socket.write('HTTP/1.1 200 OK\r\nx: y', () => socket.resetAndDestroy()),
    ends: ['UNREACHABLE'],
  },
  { name: 'an end in the headers', wire: saysAndEnds('HTTP/1.1 200 OK\r\nx: y'), ends: ['UNREACHABLE', 'BAD_PAGE'] },
  { name: 'an end before the answer', wire: (socket) => socket.end(), ends: ['UNREACHABLE'], isDaily: true },
  { name: 'a reset before the answer', wire: (socket) => void socket.resetAndDestroy(), ends: ['UNREACHABLE'] },
  { name: 'two answers to one question', wire: says(answerOf(EMPTY), answerOf('{"data":7}')), ends: null },
  { name: 'garbage behind the answer', wire: says(answerOf(EMPTY), '\0\xff'.repeat(5_000)), ends: null },
  {
    name: 'a header with a NUL',
    wire: says(headOf('200 OK', `access-token: ${CANARY}\0x`, 'content-length: 2'), '{}'),
    ends: ['BAD_PAGE'],
  },
  {
    name: 'a header with a lone CR',
    wire: says(headOf('200 OK', `access-token: ${CANARY}\rx: y`, 'content-length: 2'), '{}'),
    ends: ['BAD_PAGE'],
  },
  {
    name: 'a header over two lines',
    wire: says(headOf('200 OK', `access-token: ${CANARY}\r\n  x`, 'content-length: 2'), '{}'),
    ends: ['BAD_PAGE'],
  },
  { name: 'a header without a name', wire: says(headOf('200 OK', ': x', 'content-length: 2'), '{}'), ends: ['BAD_PAGE'] },
  { name: 'a charset that is not so', wire: says(answerOf(EMPTY, '200 OK', 'content-type: application/json; charset=koi8-r')), ends: null },
  { name: 'a page that repeats', wire: says(answerOf(page('', '"next_page":1'))), ends: ['PAGE_LOOP'] },
  { name: 'a page that goes back', wire: says(answerOf(page('', '"next_page":-7'))), ends: ['PAGE_LOOP'] },
  { name: 'a page of 1e308', wire: says(answerOf(page('', '"next_page":1e308'))), ends: ['BAD_PAGE'] },
  {
    name: 'pages without end, all empty',
    wire: (socket, nth) => socket.write(answerOf(page('', `"next_page":${nth + 2_000}`))),
    ends: ['PAGE_LOOP'],
  },
  ...statuses,
  ...limited,
  ...places,
  ...JSON_BODIES.map(([name, body, ends]): HostileAnswer => ({ name, wire: (socket) => socket.write(answerOf(body())), ends })),
  ...ENCODED.map(([name, encoding, body, ends]): HostileAnswer => ({
    name,
    wire: (socket) => socket.write(answerOf(body(), '200 OK', `content-encoding: ${encoding}`)),
    ends,
  })),
]
