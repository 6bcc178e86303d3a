import { call, os } from '@orpc/server'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDiagnostics } from '../../electron/backend/logged/diagnostics.ts'
import { recording } from '../../electron/backend/logged/recording.ts'
import { openProgramLog } from '../../electron/backend/program-log.ts'
import { faultsOf, startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { admit, contractOver, openSocket, type Session } from '../support/admitted.ts'
import { startInBetween, type InBetween } from '../support/in-between.ts'
import { readZip } from '../support/evidence-tampering.ts'
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
/** What leaks out of a ZIP: by its bytes as they lie (names, comments, what is not packed), and by each file unpacked. */
async function leaksInZip(file: string): Promise<string[]> {
  const files = await readZip(file)
  return [
    ...leaksIn(file, readFileSync(file).toString('utf8')),
    ...[...files].flatMap(([name, bytes]) => [...leaksIn(`name of ${name}`, name), ...leaksIn(name, bytes.toString('utf8'))]),
  ].map((leak) => `${path.basename(file)}: ${leak}`)
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

interface Served {
  child: ChildProcessWithoutNullStreams
  client: ReturnType<typeof contractOver>
  /** Fetches a file that the program gives, as the browser does, and says where it lies. */
  fetched: (href: string | null | undefined, name: string) => Promise<string>
  close: () => void
}

async function serve(): Promise<Served> {
  const built = path.resolve(import.meta.dirname, '../../out/main/web.cjs')
  const child = spawn(process.execPath, [built, '--book', book()], { env: { ...process.env, METERBOOK_DATA: data, ...env() } })
  let printed = ''
  child.stderr.resume()
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  while (!/http:\S+\n/.test(printed)) await once(child.stdout, 'data')
  const session = await admit(/http:\S+/.exec(printed)?.[0] ?? '')
  const socket = await openSocket(session)
  const fetched = (href: string | null | undefined, name: string) => fetchInto(session, href ?? '', path.join(folder, name))
  return { child, client: contractOver(socket), fetched, close: () => socket.close() }
}

async function fetchInto({ origin, cookie }: Session, href: string, file: string): Promise<string> {
  const answer = await fetch(new URL(href, origin), { headers: { cookie } })
  expect(answer.status).toBe(200)
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  return file
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
  const savedZip = await second.fetched(saved?.href, 'saved.zip')
  const shown = await second.client.diagnostics.log({ limit: 1000 })
  const savedLog = await second.client.diagnostics.saveLog()
  const savedText = readFileSync(await second.fetched(savedLog?.href, 'saved-log.txt'), 'utf8')
  second.close()
  second.child.kill('SIGTERM')
  await once(second.child, 'close')
  const byCommand = await meterbookProcess(['diagnostics', '--book', book(), '--show'], data, env())
  expect(byCommand.code).toBe(0)
  const byCommandZip = path.join(folder, 'by-command.zip')
  expect((await meterbookProcess(['diagnostics', '--book', book(), '--out', byCommandZip], data, env())).code).toBe(0)
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

  // The ZIPs themselves, unpacked: exactly what was shown before, and nothing of it leaks.
  expect([...(await readZip(savedZip))].map(([name, bytes]) => ({ name, text: bytes.toString('utf8') }))).toEqual(preview.sections)
  expect([...(await readZip(byCommandZip)).keys()]).toEqual(preview.sections.map(({ name }) => name))
  for (const file of [savedZip, byCommandZip]) expect(await leaksInZip(file)).toEqual([])
  expect(savedText.trim().split('\n').length).toBeGreaterThan(20)
  expect(leaksIn('saved log', savedText)).toEqual([])

  // What is there is of use: the counts of the book, and that a proxy was set.
  const textOf = (wanted: string) => preview.sections.find(({ name }) => name === wanted)?.text ?? ''
  expect(JSON.parse(textOf('settings.json'))).toMatchObject({ proxy: '[set]', lakeFolder: '[set]', noteAuthor: '[set]', lanes: 4 })
  expect(JSON.parse(textOf('book.json'))).toMatchObject({ counts: { stations: 3, notes: 1 }, hasAccount: true })
  expect(JSON.parse(textOf('downloads.json'))).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'done' })]) as unknown)
})

test('the search finds what is planted: a test that cannot fail proves nothing', async () => {
  expect(leaksIn('x', `… ${Buffer.from(PLANTED.password).toString('base64')} …`)).not.toEqual([])
  expect(leaksIn('x', 'call 7 912 345 67 89')).not.toEqual([])
  expect(leaksIn('x', PLANTED.stationName.toLowerCase())).not.toEqual([])
  const zip = path.join(folder, 'planted.zip')
  for (const sections of [
    [{ name: 'log.txt', text: 'x'.repeat(5_000) + PLANTED.password }],
    [{ name: `${PLANTED.proxyUser}.txt`, text: 'nothing' }],
  ]) {
    await writeDiagnostics(sections, zip, new AbortController().signal)
    expect(await leaksInZip(zip)).not.toEqual([])
    rmSync(zip)
  }
  await writeDiagnostics([{ name: 'log.txt', text: 'nothing' }], zip, new AbortController().signal)
  expect(await leaksInZip(zip)).toEqual([])
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
