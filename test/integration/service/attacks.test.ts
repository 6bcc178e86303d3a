import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { EXIT } from '../../../electron/cli/exit.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import type { FailureCode } from '../../../electron/contract/errors.ts'
import { createConnection } from '../../../electron/service/connection.ts'
import { ServiceError } from '../../../electron/service/errors.ts'
import { operations } from '../../../electron/service/operations.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'
import { attacks } from '../../support/attacks.ts'
import { meterbook } from '../cli/run-cli.ts'
import { answerOf, CANARY } from '../../support/hostile-wire.ts'

/** Tokens that no request can carry: the sign-in is refused with a sentence, and nothing of them is said or kept. */

const SOUND = { 'access-token': `${CANARY}1`, client: 'c1', uid: 'a@b.ru', 'token-type': 'Bearer', expiry: '9999999999' }
type Headers = Partial<Record<keyof typeof SOUND, string | string[]>>
const PAGE = '{"data":[],"next_page":null}'

/** Bytes of headers as they travel: latin-1, so that a text in UTF-8 has to be made one first. */
function answer(body: string, headers: Headers): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}`))
  return Buffer.concat([
    Buffer.from(
      answerOf('', '200 OK', ...lines)
        .toString()
        .replace('content-length: 0', `content-length: ${body.length}`),
      'latin1',
    ),
    Buffer.from(body),
  ])
}

interface Served {
  url: string
  /** Requests as they came. */
  seen: string[]
  close(): void
}

/** Signs in with these headers, and answers what follows with those. */
async function served(signIn: Buffer, then: (request: string) => Buffer): Promise<Served> {
  const sockets = new Set<Socket>()
  const seen: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const request = bytes.toString('latin1')
      seen.push(request)
      socket.write(request.startsWith('POST') ? signIn : then(request))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const connect = ({ url }: Served) =>
  createConnection({
    baseUrl: url,
    email: 'a@b.ru',
    store: memoryTokenStore(),
    maxLanes: 1,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: () => 0.5,
    limits: { backoffMs: 5, maxBackoffMs: 50 },
  })

/** Signs in and asks once; the failure, or null. */
async function asked(service: Served): Promise<ServiceError | null> {
  const connection = connect(service)
  try {
    await connection.signIn('password-9c1')
    await connection.lane().call(operations.equipmentTypes({ page: 1 }))
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    return error as ServiceError
  } finally {
    await connection.close()
    service.close()
  }
}

function expectSaid(error: ServiceError | null, code: FailureCode | null): void {
  expect(error?.code ?? null).toBe(code)
  if (error === null) return
  const said = [error.message, String(error.stack), JSON.stringify(error.data), String(error.cause), sentenceOf(error)].join('\n')
  expect(said).not.toMatch(/canary|password-9c1|Something unforeseen/)
}

const long = (length: number) => CANARY.padEnd(length, 'x')

const SIGN_INS: [name: string, headers: Headers, ends: FailureCode | null][] = [
  ['a token of 7,000 signs', { 'access-token': long(7_000) }, 'BAD_TOKEN'],
  ['a token with a tab', { 'access-token': `${CANARY}\tx` }, 'BAD_TOKEN'],
  ['a token of 4,000 signs', { 'access-token': long(4_000) }, null],
  ['a token of 15,000 signs', { 'access-token': long(15_000) }, 'BAD_TOKEN'],
  ['a token of 20,000 signs', { 'access-token': long(20_000) }, 'NOT_THE_SERVICE'],
  ['a token of 10 MB', { 'access-token': long(10_000_000) }, 'NOT_THE_SERVICE'],
  ['a token with DEL', { 'access-token': `${CANARY}\x7f` }, 'NOT_THE_SERVICE'],
  ['a token with NUL', { 'access-token': `${CANARY}\0x` }, 'NOT_THE_SERVICE'],
  ['a token with a lone CR', { 'access-token': `${CANARY}\rx` }, 'NOT_THE_SERVICE'],
  ['a token over two lines', { 'access-token': `${CANARY}\r\n x` }, 'NOT_THE_SERVICE'],
  ['a token with ESC', { 'access-token': `${CANARY}\x1b[2J` }, 'NOT_THE_SERVICE'],
  ['an empty token', { 'access-token': '' }, 'BAD_PAGE'],
  ['a blank token', { 'access-token': '   ' }, 'BAD_PAGE'],
  ['no client', { client: [] }, 'BAD_PAGE'],
  ['a client of 7,000 signs', { client: long(7_000) }, 'BAD_TOKEN'],
  ['a client with a tab', { client: 'a\tb' }, 'BAD_TOKEN'],
  ['a user of 7,000 signs', { uid: long(7_000) }, 'BAD_TOKEN'],
  ['a user with a tab', { uid: 'a\tb' }, 'BAD_TOKEN'],
  ['a type of token with a tab', { 'token-type': 'Bea\trer' }, null],
  ['a type of token of 7,000 signs', { 'token-type': long(7_000) }, null],
  ['an end of 5,000 digits', { expiry: '9'.repeat(5_000) }, null],
  ['an end that is no number', { expiry: '-1e9, tomorrow' }, null],
  ['two tokens', { 'access-token': [`${CANARY}1`, `${CANARY}2`] }, null],
  ['300 tokens', { 'access-token': Array.from({ length: 300 }, (_, at) => `${CANARY}${at}`) }, null],
]

attacks(
  11,
  'a token of a sign-in',
  SIGN_INS.map(([name, headers, ends]) => ({
    name,
    async run() {
      const service = await served(answer('{"data":{}}', { ...SOUND, ...headers }), () => answer(PAGE, {}))
      expectSaid(await asked(service), ends)
      // Nothing is sent with what cannot be: a sign-in by hand is tried twice at most.
      expect(service.seen.length).toBeLessThanOrEqual(2)
    },
  })),
)

attacks(11, 'a token of an answer', [
  ...['\tx', 'x'.repeat(7_000), 'x'.repeat(15_000)].map((end) => ({
    name: `of ${end.length} signs more, ${JSON.stringify(end.slice(0, 4))}`,
    async run() {
      const service = await served(answer('{"data":{}}', SOUND), () => answer(PAGE, { 'access-token': `${CANARY}2${end}` }))
      const connection = connect(service)
      await connection.signIn('password-9c1')
      for (let page = 1; page <= 5; page++) await connection.lane().call(operations.equipmentTypes({ page }))
      await connection.close()
      service.close()
      expect(service.seen).toHaveLength(6)
      for (const request of service.seen.slice(1)) expect(request).toContain(`access-token: ${CANARY}1\r\n`)
    },
  })),
  {
    name: 'that cannot be sent, of a service that takes no other',
    async run() {
      const bad = { 'access-token': `${CANARY}2\tx` }
      const service = await served(answer('{"data":{}}', SOUND), (request) =>
        request.includes('page=1&') ? answer(PAGE, bad) : answerOf('{}', '401 Unauthorized'),
      )
      const connection = connect(service)
      await connection.signIn('password-9c1')
      await connection.lane().call(operations.equipmentTypes({ page: 1 }))
      const error: unknown = await connection
        .lane()
        .call(operations.equipmentTypes({ page: 2 }))
        .catch((caught: unknown) => caught)
      await connection.close()
      service.close()
      expect(error).toBeInstanceOf(ServiceError)
      expect((error as ServiceError).code).toMatch(/^(?:TOO_MANY_CONNECTIONS|SIGNED_OUT)$/)
      expect(service.seen.length).toBeLessThan(15)
      expect(JSON.stringify((error as ServiceError).data)).not.toContain(CANARY)
    },
  },
  {
    name: 'in Cyrillic comes back byte by byte',
    async run() {
      const token = Buffer.from('токен').toString('latin1')
      const service = await served(answer('{"data":{}}', { ...SOUND, 'access-token': token }), () => answer(PAGE, {}))
      expect(await asked(service)).toBeNull()
      expect(service.seen.at(-1)).toContain(`access-token: ${token}\r\n`)
    },
  },
])

const USERS = [
  '{"data":7}',
  '{"data":{"id":{},"email":[[]],"uid":{"a":1}}}',
  '[]',
  '',
  'null',
  `{"data":${'['.repeat(100_000)}`,
  '{"data":{"id":1e999,"email":"\\u0000"}}',
]

attacks(
  11,
  'the user of a sign-in',
  USERS.map((body) => ({
    name: body.slice(0, 30) || 'nothing',
    async run() {
      const service = await served(answer(body, SOUND), () => answer(PAGE, {}))
      expectSaid(await asked(service), null)
    },
  })),
)

attacks(11, 'a hostile service, as sync tells it', [
  {
    name: 'a token of 7,000 signs',
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
      const service = await served(answer('{"data":{}}', { ...SOUND, 'access-token': long(7_000) }), () => answer(PAGE, {}))
      const args = ['sync', '--url', service.url, '--email', 'a@b.ru', '--book', join(folder, 'a.meterbook')]
      const { code, stdout, stderr } = await meterbook(args, folder, { METERBOOK_PASSWORD: 'password-9c1' })
      service.close()
      rmSync(folder, { recursive: true })
      expect(code).toBe(EXIT.signInRefused)
      expect(stderr).toMatch(/token that cannot be sent back \(access-token\)/)
      expect(stdout + stderr).not.toMatch(/canary|password-9c1/)
    },
  },
])
