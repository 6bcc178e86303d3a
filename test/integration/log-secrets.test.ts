import { call, os } from '@orpc/server'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDiagnostics } from '../../electron/backend/logged/diagnostics.ts'
import { recording } from '../../electron/backend/logged/recording.ts'
import { REMOVED, type LogFacts } from '../../electron/backend/logged/safe-facts.ts'
import { openProgramLog } from '../../electron/backend/program-log.ts'
import { faultsOf, startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { admit, contractOver, openSocket, type Session } from '../support/admitted.ts'
import { startInBetween, type InBetween } from '../support/in-between.ts'
import { readZip } from '../support/evidence-tampering.ts'
import { leaksIn as plantedIn, PLANTED } from '../support/planted.ts'
import { meterbook, meterbookProcess } from './cli/run-cli.ts'
import { askInWindow, planReleases, runScheduled, typeIn, workOnFiles, type Session as Driven } from './log-secrets-steps.ts'

/**
 * Secrets and people's data are planted in every place that a session touches (log-secrets-steps.ts); afterwards the log and the
 * diagnostics are searched for each of them, in every spelling in which it could slip out.
 */
let service: DemoService
let between: InBetween
let releases: Awaited<ReturnType<typeof planReleases>>
let folder: string
let data: string
const book = () => path.join(data, `${PLANTED.bookName}.meterbook`)
const env = () => ({
  METERBOOK_PASSWORD: PLANTED.password,
  METERBOOK_VAULT_KEY: PLANTED.vaultKey,
  METERBOOK_DEBUG: '1',
  METERBOOK_API_TOKEN: PLANTED.environment,
  USER_NOTE: PLANTED.environment,
  METERBOOK_RELEASE: releases.facts,
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
  releases = await planReleases(session())
})
afterAll(async () => {
  await releases.close()
  await between.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What of all that is planted, or was given by the service, is in a text. */
const leaksIn = (name: string, text: string) => plantedIn(name, text, [folder, ...between.tokens(), new URL(between.url).host])
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

const cli = (args: readonly string[], more: NodeJS.ProcessEnv = {}) => meterbook(args, data, { ...env(), ...more })
const syncOf = (...more: string[]) => {
  const [archives, days] = [
    ['--archives', 'hourly,alarm'],
    ['--from', '2026-01-01', '--to', '2026-01-10'],
  ]
  return ['sync', '--url', between.url, '--email', PLANTED.email, ...archives, ...days, '--book', book(), ...more]
}
const sync = (...more: string[]) => cli(syncOf(...more))
const session = (): Driven => ({ cli, data, book: book(), at: (name) => path.join(folder, name) })

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
    (await cli(['sync', '--url', between.url, '--email', PLANTED.email, '--book', book()], { METERBOOK_PASSWORD: `${PLANTED.password}x` }))
      .code,
  ).toBe(3)
  service.faults.set(faultsOf('{"serverErrors":{"path":"alarm","statuses":[500],"next":1,"burst":2}}'))
  await sync()
  service.faults.set(faultsOf('{"longSpans":{"days":0,"status":422}}'))
  await sync('--refresh')
  service.faults.clear()
  expect((await sync()).code).toBe(0)
  const given = path.join(folder, `${PLANTED.bookName} share.meterbook`)
  expect((await cli(['share', '--book', book(), '--stations', 'all', '--out', given])).code).toBe(0)
  expect((await cli(['merge', given, '--book', book()])).code).toBe(0)
  expect((await cli(['export', 'stations', '--book', book(), '--out', path.join(folder, `${PLANTED.file}.csv`)])).code).toBe(0)
  expect((await cli(['export', 'stations', '--book', book(), '--out', path.join(folder, PLANTED.missingBook, 'x.csv')])).code).not.toBe(0)
  expect((await cli(['backup', '--book', path.join(folder, PLANTED.missingBook), '--out', 'x'])).code).toBe(5)
  expect((await cli(['import', '--anna', PLANTED.phone])).code).toBe(2)
  await workOnFiles(session())
  await typeIn(session())
  await releases.byCommand(session())
  const { output } = await runScheduled(session(), syncOf())

  // The browser host: a sync that is handed over, releases, preferences, notes, failures, an error of the page; then it is killed.
  const first = await serve()
  const { client } = first
  const stations = await client.stations.list({})
  expect(stations.rows.map(({ name }) => name)).toContain(PLANTED.stationName)
  const account = { url: between.url, email: PLANTED.email, password: PLANTED.password }
  await expect(client.account.signIn({ ...account, password: 'wrong' })).rejects.toThrow()
  await client.account.signIn({ ...account, remember: true })
  await client.downloads.cancel()
  const handed = await meterbookProcess(
    ['sync', '--book', book(), '--archives', 'daily', '--from', '2026-01-01', '--to', '2026-01-10'],
    data,
  )
  expect([handed.code, handed.stderr]).toEqual([0, expect.stringContaining('Meterbook is running')])
  await releases.byWindow(client)
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
  await askInWindow(client, session(), stations.rows[0]?.id ?? 0)
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
  for (const [name, word] of Object.entries(PLANTED)) {
    const facts = { [name]: word, reason: word, message: word, stack: word, [word]: word }
    log.write('error', 'planted', facts as LogFacts)
  }

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
  const printedLog = await cli(['log', '--lines', '1000'])

  expect(between.tokens().length).toBeGreaterThan(10)
  expect(whats()).toEqual(
    expect.arrayContaining([
      ...['started', 'ended', 'sign-in-failed', 'signed-in', 'book-opened', 'download-running', 'download-done'],
      ...['question-failed', 'page-error', 'unexpected', 'planted'],
      ...['scheduled-run-began', 'scheduled-run-ended', 'scheduled-run-failed', 'sync-handed-over', 'sync-handed-over-ended'],
      ...['update-checked', 'update-check-failed', 'backup-made', 'backup-restored', 'book-recovered', 'work-ended'],
    ]),
  )
  // What a scheduled run printed is no part of it: it holds names, and lies elsewhere.
  expect(leaksIn('output', readFileSync(output, 'utf8'))).not.toEqual([])
  expect(logs().filter(({ name }) => !/^(meterbook\.log(\.\d)?|running-[a-z]+-\d+)$/.test(name))).toEqual([])
  // Whoever reads the log is told all that is no secret: codes that a line has are those of an enum.
  expect(lines().filter((line) => line.includes(REMOVED) && !line.includes('"what":"planted"'))).toEqual([])
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
  expect(JSON.parse(textOf('book.json'))).toMatchObject({ counts: { stations: 3, notes: 2 }, hasAccount: true })
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
