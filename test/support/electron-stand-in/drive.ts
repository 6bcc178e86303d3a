import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { startDemoService } from '../../../electron/demo/index.ts'
import { loadPage, nextClient, pageWindow, standIn, startedThreads, startProgram } from './page.ts'

/**
 * Run by test/integration/desktop/wiring.test.ts in a process of its own, as Electron's main process would be:
 * prints one JSON document of what was seen.
 */
const root = process.cwd()
const data = process.env['METERBOOK_DATA'] ?? ''
const { app, answers, BrowserWindow, Menu, protocol, record, session, WebContents } = standIn

const window = await startProgram(root)

// What a page may do.
const contents = new WebContents()
app.emit('web-contents-created', {}, contents)
const isRefused = (name: string, url: string) => {
  let refused = false
  contents.emit(name, { url, preventDefault: () => (refused = true) })
  return refused
}
const allowed: string[] = []
for (const permission of ['media', 'geolocation', 'notifications', 'midi', 'openExternal', 'clipboard-read', 'fileSystem']) {
  session.defaultSession.request?.(null, permission, (yes) => void (yes && allowed.push(permission)))
  if (session.defaultSession.check?.(null, permission)) allowed.push(permission)
}
const serve = protocol.handlers.get('app')
if (!serve) throw new Error('Nothing serves app://')
const index = await serve(new Request('app://meterbook/'))
const status = async (address: string, method = 'GET') => (await serve(new Request(address, { method }))).status
const hardening = {
  webPreferences: window.options['webPreferences'],
  loaded: record.find(({ call }) => call === 'window.loadURL')?.with,
  schemes: record.find(({ call }) => call === 'protocol.registerSchemesAsPrivileged')?.with,
  exposed: record.filter(({ call }) => call.startsWith('contextBridge')),
  refused: {
    navigation: isRefused('will-navigate', 'https://evil.example/'),
    file: isRefused('will-navigate', 'file:///etc/passwd'),
    lookalike: isRefused('will-navigate', 'app://meterbook.evil/'),
    place: isRefused('will-navigate', 'geo:55.7558,37.6173'),
    placeAndMore: isRefused('will-navigate', 'geo:55.7558,37.6173?q=file:///etc/passwd'),
    placeInFrame: isRefused('will-frame-navigate', 'geo:1,2'),
    placeByRedirect: isRefused('will-redirect', 'geo:1,2'),
    frame: isRefused('will-frame-navigate', 'https://evil.example/'),
    redirect: isRefused('will-redirect', 'https://evil.example/'),
    webview: isRefused('will-attach-webview', ''),
    newWindow: contents.openHandler?.({ url: 'https://evil.example/' }).action === 'deny',
    ownPage: isRefused('will-navigate', 'app://meterbook/'),
  },
  openedOutside: record.filter(({ call }) => call === 'shell.openExternal').flatMap(({ with: args }) => args),
  allowed,
  page: {
    status: index.status,
    policy: index.headers.get('content-security-policy'),
    cache: index.headers.get('cache-control'),
    traversal: await Promise.all(
      ['app://meterbook/%2e%2e%2fmain/main.cjs', 'app://meterbook/..%5cmain%5cmain.cjs', 'app://other/index.html'].map((address) =>
        status(address),
      ),
    ),
    posted: await status('app://meterbook/', 'POST'),
  },
  labels: Menu.current.map(({ label }) => label),
  entries: Menu.current
    .flatMap(({ submenu }) => submenu ?? [])
    .flatMap(({ id, label, accelerator }) => (id ? [{ id, label, accelerator }] : [])),
  electronFolder: path.relative(data, app.getPath('userData')),
}

// From sign-in to a station's readings, over the piped port.
const service = await startDemoService({ stations: 3, eventDensity: 0.1 })
const client = await loadPage(window)
const info = await client.program.info()
const commands = await client.program.commands()
const firstCommand = commands.next()
const { url, email, password } = service
const signedIn = await client.account.signIn({ url, email, password, remember: true })
await client.downloads.start({
  stations: 'all',
  archives: ['hourly'],
  views: ['general'],
  span: { from: '2026-01-01', to: '2026-01-31' },
})
for await (const progress of await client.downloads.watch()) if (progress.finishedMs !== null) break
// The notice waits until the stations of the run are judged.
const noticesShown = () => record.filter(({ call }) => call === 'notification.show').length
while (noticesShown() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
const [station] = (await client.stations.list({})).rows
if (!station) throw new Error('no station')
const shown = { stationId: station.id, archiveType: 'hourly', view: 'general' as const, fromMs: 0, toMs: 4e12 }
const columns = await client.readings.columns(shown)
const values = new Float64Array(await columns.columns.arrayBuffer())
const { rows } = await client.readings.rows({ ...shown, limit: 1 })

// A question in SQL, answered by a process of its own; one without end is stopped, and the next one is answered by another process.
const asked = await client.questions.ask({ sql: 'SELECT count(*) FROM v_reading WHERE event_time > 0' })
const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
const stopped = await client.questions
  .ask({ sql: endless, limits: { seconds: 1 } })
  .catch((error: unknown) => (error as { data: object }).data)
const askedAgain = await client.questions.ask({ sql: 'SELECT 1' })
const questions = {
  first: await asked.rows.text(),
  views: asked.views,
  stopped,
  again: await askedAgain.rows.text(),
  forked: record
    .filter(({ call }) => call === 'utilityProcess.fork')
    .map(({ with: [file, , about] }) => [path.basename(String(file)), about]),
}

// The menu reaches the page; files go where the dialog says; the menu follows the language.
Menu.current
  .flatMap(({ submenu }) => submenu ?? [])
  .find(({ id }) => id === 'events')
  ?.click?.()
const command = (await firstCommand).value
const dropped = commands.next()
pageWindow.emit('drop', {
  preventDefault: () => undefined,
  dataTransfer: { files: [{ path: '/trip/north.meterbook' }] },
})
const droppedCommand = (await dropped).value
answers.saveAs = path.join(data, 'image.png')
const saved = await client.exports.image({
  name: 'График.png',
  blob: new Blob([new Uint8Array([137, 80, 78, 71, 255, 0])]),
})
answers.saveAs = ''
const cancelled = await client.exports.image({ name: 'x.png', blob: new Blob(['x']) })
await client.program.reveal({ file: saved?.file ?? '' })
const russianLabels = Menu.current.map(({ label }) => label)
await client.program.setPreferences({ language: 'en' })
while (Menu.current.some(({ label }) => label === russianLabels[0])) await new Promise((resolve) => setTimeout(resolve, 5))
const englishLabels = Menu.current.map(({ label }) => label)

// A reload of the page gets a port of its own, on the same backend.
const reloaded = await loadPage(window)
const afterReload = await reloaded.account.state()

// The backend's thread crashes; the user has it started again, and the page carries on.
answers.messageBox = 0
const restarted = nextClient()
await startedThreads.at(-1)?.terminate()
const recovered = await restarted
const afterCrash = {
  state: await recovered.account.state(),
  records: (await recovered.book.summary())?.counts.readings,
}

window.emit('close')
const ended = new Promise<void>((resolve) => app.once('quit', () => resolve()))
app.quit()
await ended
await service.close()

const vault = path.join(data, 'meterbook.vault')
/** What the test reads, by way of JSON. */
export type Seen = typeof seen
const seen = {
  hardening,
  questions,
  targets: [...new Set(pageWindow.targets)],
  windows: BrowserWindow.all.length,
  info,
  signedIn,
  readings: {
    rows: columns.rows,
    channels: columns.channels.length,
    doubles: values.length,
    firstMs: values[0],
    firstRowMs: rows[0]?.atMs,
    firstValue: values[columns.rows],
    firstRowValue: rows[0]?.values[0],
  },
  commands: [command, droppedCommand],
  saved: { done: saved, bytes: saved ? [...readFileSync(saved.file)] : [], cancelled },
  revealed: record.find(({ call }) => call === 'shell.showItemInFolder')?.with,
  notified: noticesShown(),
  dialogs: record.filter(({ call }) => call.startsWith('dialog.')),
  russianLabels,
  englishLabels,
  afterReload,
  afterCrash,
  threads: startedThreads.length,
  openLanes: service.openLanes().length,
  files: readdirSync(data),
  vaultHoldsPassword: existsSync(vault) && readFileSync(vault, 'latin1').includes(password),
}
process.stdout.write(`\n${JSON.stringify(seen)}\n`)
