import { call, os } from '@orpc/server'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recording } from '../../electron/backend/logged/recording.ts'
import { openProgramLog } from '../../electron/backend/program-log.ts'
import { faultsOf, startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { admit, contractOver, openSocket } from '../support/admitted.ts'
import { startInBetween, type InBetween } from '../support/in-between.ts'
import { meterbook, meterbookProcess } from './cli/run-cli.ts'

/**
 * Secrets and people's data are planted in every place that a session touches; afterwards the log and the diagnostics are
 * searched for each of them, in every spelling in which it could slip out.
 */
const PLANTED = {
  email: 'anna.petrova@planted.example',
  accountName: 'Planted Account Анна',
  password: 'Planted-пароль-9f3b & %41',
  stationName: 'Planted-Котельная Петровой',
  address: 'Planted street, дом 7',
  phone: '+7 (912) 345-67-89',
  inn: '7701234567',
  proxyUser: 'planted-proxy-user',
  proxyPassword: 'planted-proxy-secret',
  proxyHost: 'planted-proxy.internal',
  folder: 'planted-home-anna',
  bookName: 'Planted book of Anna',
  missingBook: 'planted-missing-book',
  lakeFolder: 'planted-lake-folder',
  author: 'Planted Author Анна',
  note: 'Planted note: the key is under the mat',
  vaultKey: 'planted vault key that is long enough',
  environment: 'planted-environment-secret',
  message: 'planted-message-of-an-exception',
  file: 'planted-export-name',
  serviceError: 'planted-words-of-the-service',
}

let service: DemoService
let between: InBetween
let folder: string
let data: string
const book = () => path.join(data, `${PLANTED.bookName}.meterbook`)
const env = () => ({
  METERBOOK_PASSWORD: PLANTED.password,
  METERBOOK_VAULT_KEY: PLANTED.vaultKey,
  METERBOOK_DEBUG: '1',
  METERBOOK_API_TOKEN: PLANTED.environment,
  USER_NOTE: PLANTED.environment,
})

beforeAll(async () => {
  const account = { id: 1, email: PLANTED.email, password: PLANTED.password, name: PLANTED.accountName }
  service = await startDemoService({ stations: 3, eventDensity: 0.2, accounts: [account] })
  between = await startInBetween(service.url, {
    tls: false,
    change: (_url, body) => body.replaceAll(/"(Boiler house |Gate station |Meter run |ГРП-)[^"]*"/g, JSON.stringify(PLANTED.stationName)),
  })
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-log-secrets-'))
  data = path.join(folder, PLANTED.folder)
  mkdirSync(data)
})
afterAll(async () => {
  await between.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A planted word in every form in which it could slip out. */
const spellings = (word: string) => [
  word,
  word.toLowerCase(),
  encodeURIComponent(word),
  encodeURI(word),
  JSON.stringify(word).slice(1, -1),
  // As JSON writes what is no ASCII where it is asked to.
  [...word].map((letter) => (letter > '~' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter)).join(''),
  Buffer.from(word).toString('base64'),
  Buffer.from(word).toString('base64url'),
  Buffer.from(word).toString('hex'),
]
function leaksIn(name: string, text: string): string[] {
  const secrets = [...Object.values(PLANTED), folder, ...between.tokens(), new URL(between.url).host]
  const digits = text.replaceAll(/[^\d]/g, '')
  const lower = text.toLowerCase()
  return [
    ...secrets.flatMap((secret) =>
      spellings(secret).flatMap((spelled) => (text.includes(spelled) || lower.includes(spelled) ? [`${name}: ${spelled}`] : [])),
    ),
    ...(digits.includes(PLANTED.phone.replaceAll(/\D/g, '')) ? [`${name}: the digits of the telephone`] : []),
  ]
}
const logs = () => {
  const at = path.join(data, 'logs')
  return readdirSync(at).map((name) => ({ name, text: readFileSync(path.join(at, name), 'utf8') }))
}
const lines = () => logs().flatMap(({ name, text }) => (name.startsWith('meterbook.log') ? text.trim().split('\n') : []))
const whats = () => lines().map((line) => (JSON.parse(line) as { what: string }).what)

const sync = (...more: string[]) =>
  meterbook(
    [
      'sync',
      '--url',
      between.url,
      '--email',
      PLANTED.email,
      '--archives',
      'hourly,alarm',
      '--from',
      '2026-01-01',
      '--to',
      '2026-01-10',
      '--book',
      book(),
      ...more,
    ],
    data,
    env(),
  )

async function serve(): Promise<{ child: ChildProcessWithoutNullStreams; client: ReturnType<typeof contractOver>; close: () => void }> {
  const built = path.resolve(import.meta.dirname, '../../out/main/web.cjs')
  const child = spawn(process.execPath, [built, '--book', book()], { env: { ...process.env, METERBOOK_DATA: data, ...env() } })
  let printed = ''
  child.stderr.resume()
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  while (!/http:\S+\n/.test(printed)) await once(child.stdout, 'data')
  const socket = await openSocket(await admit(/http:\S+/.exec(printed)?.[0] ?? ''))
  return { child, client: contractOver(socket), close: () => socket.close() }
}

test('a session with planted secrets in every place: none is in the log, none in the diagnostics', async () => {
  // The command line: refused, with faults, whole, and works on what came.
  expect(
    (
      await meterbook(['sync', '--url', between.url, '--email', PLANTED.email, '--book', book()], data, {
        ...env(),
        METERBOOK_PASSWORD: `${PLANTED.password}x`,
      })
    ).code,
  ).toBe(3)
  service.faults.set(faultsOf('{"serverErrors":{"path":"alarm","statuses":[500],"next":1,"burst":2}}'))
  await sync()
  service.faults.set(faultsOf('{"longSpans":{"days":0,"status":422}}'))
  await sync('--refresh')
  service.faults.set({})
  expect((await sync()).code).toBe(0)
  const given = path.join(folder, `${PLANTED.bookName} share.meterbook`)
  expect((await meterbook(['share', '--book', book(), '--stations', 'all', '--out', given], data, env())).code).toBe(0)
  expect((await meterbook(['merge', given, '--book', book()], data, env())).code).toBe(0)
  expect(
    (await meterbook(['export', 'stations', '--book', book(), '--out', path.join(folder, `${PLANTED.file}.csv`)], data, env())).code,
  ).toBe(0)
  expect(
    (await meterbook(['export', 'stations', '--book', book(), '--out', path.join(folder, PLANTED.missingBook, 'x.csv')], data, env())).code,
  ).not.toBe(0)
  expect((await meterbook(['backup', '--book', path.join(folder, PLANTED.missingBook), '--out', 'x'], data, env())).code).toBe(5)
  expect((await meterbook(['import', '--anna', PLANTED.phone], data, env())).code).toBe(2)

  // The browser host: preferences, notes, failures, an error of the page, an export; then it is killed.
  const first = await serve()
  const { client } = first
  const stations = await client.stations.list({})
  expect(stations.rows.map(({ name }) => name)).toContain(PLANTED.stationName)
  const account = { url: between.url, email: PLANTED.email, password: PLANTED.password }
  await expect(client.account.signIn({ ...account, password: 'wrong' })).rejects.toThrow()
  await client.account.signIn({ ...account, remember: true })
  await client.program.setPreferences({
    proxy: `http://${PLANTED.proxyUser}:${PLANTED.proxyPassword}@${PLANTED.proxyHost}:3128`,
    lakeFolder: path.join(folder, PLANTED.lakeFolder),
    noteAuthor: PLANTED.author,
  })
  await client.notes.write({
    stationId: stations.rows[0]?.id ?? 0,
    ...{
      fromMs: null,
      toMs: null,
      kind: 'other',
      author: PLANTED.author,
      text: `${PLANTED.note} ${PLANTED.phone} ${PLANTED.address} ${PLANTED.inn}`,
      photos: [],
    },
  })
  await expect(client.book.open({ file: path.join(folder, PLANTED.missingBook) })).rejects.toThrow()
  await client.exports
    .stations({ format: 'csv', reader: 'people', language: 'en', timeZone: 'UTC', filter: {} } as never)
    .catch(() => undefined)
  await client.lake.write().catch(() => undefined)
  await client.diagnostics.pageFailed({
    name: PLANTED.message,
    message: `${PLANTED.message} ${PLANTED.inn} ${PLANTED.stationName}`,
    stack: `Error: ${PLANTED.message}\n    at ${PLANTED.accountName} (/home/${PLANTED.folder}/assets/index-1.js:1:2)\n    at http://127.0.0.1:1/assets/index-2.js:3:4`,
  })
  first.child.kill('SIGKILL')
  await once(first.child, 'close')

  // A route that throws what nobody foresaw, and facts that somebody wrote who did not read the rules.
  const log = openProgramLog({ dataFolder: data, who: 'web' })
  const failing = os.use(recording(log)).handler((): never => {
    throw Object.assign(new Error(`${PLANTED.message}: ${PLANTED.serviceError} ${PLANTED.phone}`, { cause: new Error(PLANTED.inn) }), {
      code: PLANTED.message.toUpperCase(),
      name: PLANTED.accountName,
    })
  })
  await expect(call(failing, undefined, { path: ['book', 'open'] })).rejects.toThrow()
  for (const [name, word] of Object.entries(PLANTED))
    log.write('error', 'planted', { [name]: word, reason: word, message: word, stack: word, [word]: word })

  // It says so once, and gives diagnostics.
  const second = await serve()
  let mishaps: readonly { id: number; kind: string }[] = []
  for await (const waiting of await second.client.diagnostics.mishaps()) {
    mishaps = waiting
    break
  }
  expect(mishaps).toEqual([{ id: 1, kind: 'ended-badly' }])
  await second.client.diagnostics.told({ ids: [1] })
  const preview = await second.client.diagnostics.preview()
  expect(preview.sections.map(({ name }) => name)).toEqual(['program.json', 'settings.json', 'book.json', 'downloads.json', 'log.txt'])
  const saved = await second.client.diagnostics.save({ id: preview.id })
  expect(saved?.bytes).toBeGreaterThan(500)
  const shown = await second.client.diagnostics.log({ limit: 1000 })
  const savedLog = await second.client.diagnostics.saveLog()
  expect(savedLog?.bytes).toBeGreaterThan(500)
  second.close()
  second.child.kill('SIGTERM')
  await once(second.child, 'close')
  const byCommand = await meterbookProcess(['diagnostics', '--book', book(), '--show'], data, env())
  expect(byCommand.code).toBe(0)
  const printedLog = await meterbook(['log', '--lines', '1000'], data, env())

  expect(between.tokens().length).toBeGreaterThan(10)
  expect(whats()).toEqual(
    expect.arrayContaining([
      ...['started', 'ended', 'sign-in-failed', 'signed-in', 'book-opened', 'download-running', 'download-done'],
      ...['question-failed', 'page-error', 'unexpected', 'planted'],
    ]),
  )
  for (const { name, text } of logs()) expect(leaksIn(name, text)).toEqual([])
  for (const { name, text } of preview.sections) expect(leaksIn(name, text)).toEqual([])
  expect(leaksIn('shown', JSON.stringify(shown.rows))).toEqual([])
  expect(leaksIn('printed', byCommand.stdout + printedLog.stdout)).toEqual([])

  // What is there is of use: the counts of the book, and that a proxy was set.
  const textOf = (wanted: string) => preview.sections.find(({ name }) => name === wanted)?.text ?? ''
  expect(JSON.parse(textOf('settings.json'))).toMatchObject({ proxy: '[set]', lakeFolder: '[set]', noteAuthor: '[set]', lanes: 4 })
  expect(JSON.parse(textOf('book.json'))).toMatchObject({ counts: { stations: 3, notes: 1 }, hasAccount: true })
  expect(JSON.parse(textOf('downloads.json'))).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'done' })]) as unknown)
})

test('the search finds what is planted: a test that cannot fail proves nothing', () => {
  expect(leaksIn('x', `… ${Buffer.from(PLANTED.password).toString('base64')} …`)).not.toEqual([])
  expect(leaksIn('x', 'call 7 912 345 67 89')).not.toEqual([])
  expect(leaksIn('x', PLANTED.stationName.toLowerCase())).not.toEqual([])
})

test('an error that nothing catches is written before the process ends with it', async () => {
  const crashing = path.resolve(import.meta.dirname, '../support/crashing.ts')
  for (const [how, origin] of [
    ['throw', 'exception'],
    ['reject', 'rejection'],
  ] as const) {
    const own = path.join(folder, how)
    const child = spawn(process.execPath, [crashing, own, how], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [code] = (await once(child, 'close')) as [number]
    expect(code).not.toBe(0)
    expect(said).toContain('said')
    const [line = ''] = readFileSync(path.join(own, 'logs/meterbook.log'), 'utf8').split('\n')
    expect(JSON.parse(line)).toMatchObject({ level: 'error', what: 'crashed', origin, error: 'TypeError', message: '…' })
  }
})
