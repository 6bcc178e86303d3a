import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ORPCError } from '@orpc/client'
import { startDemoService } from '../../../electron/demo/index.ts'
import { loadPage, standIn, startProgram } from './page.ts'

/** The shell's manners: where dialogs open, what links may ask for, and notifications that the system refuses. Run by shell.test.ts. */
const data = process.env['METERBOOK_DATA'] ?? ''
const { app, answers, record, session } = standIn
app.setPath('documents', path.join(data, 'documents'))

const window = await startProgram(process.cwd())
const client = await loadPage(window)
const commands = (await client.program.commands())[Symbol.asyncIterator]()
const nextCommand = async () => (await commands.next()).value as { command: string; file: string | null }
const early = await nextCommand()

// Dialogs.
const asked = () => {
  const dialog = record.findLast(({ call }) => call.startsWith('dialog.show'))
  return dialog && (dialog.with[0] as { defaultPath?: string }).defaultPath
}
const save = async (file: string) => {
  answers.saveAs = file
  await client.exports.image({ name: 'a.png', blob: new Blob(['x']) })
  return asked()
}
const stick = path.join(data, 'stick')
mkdirSync(stick)
const openedAt = { first: await save(''), chosen: await save(path.join(stick, 'a.png')), next: await save(''), gone: undefined as unknown }
rmSync(stick, { recursive: true })
openedAt.gone = await save('')
const choose = async (question: () => Promise<unknown>, chosen: string[]) => {
  answers.open = chosen
  await question().catch(() => undefined)
  return asked()
}
const books = [await choose(() => client.book.choose(), [path.join(data, 'b.meterbook')]), await choose(() => client.book.choose(), [])]
const folders = [await choose(() => client.reports.chooseFolder(), [data]), await choose(() => client.reports.chooseFolder(), [])]

// Downloads whose end is told by a system that refuses. The service takes its time: of work that is done within a tenth of a
// second no end is told.
const service = await startDemoService({ stations: 2, eventDensity: 0.1, latencyMs: 60 })
const { url, email, password } = service
await client.account.signIn({ url, email, password, remember: false })
const flashes = () => record.filter(({ call }) => call === 'window.flashFrame').length
async function download(year: number): Promise<void> {
  const before = flashes()
  const span = { from: `${year}-01-01`, to: `${year}-12-31` }
  await client.downloads.start({ stations: 'all', archives: ['hourly'], views: ['general'], span })
  while (flashes() === before) await new Promise((resolve) => setTimeout(resolve, 5))
}
answers.notifications = 'failed'
await download(2024)
answers.notifications = 'unsupported'
await download(2025)

// Links, of a program that runs and of one that is started again.
const { file: bookFile } = (await client.book.summary()) ?? { file: '' }
const name = path.basename(bookFile, '.meterbook')
const read = (link: string) =>
  client.program.readLink({ link }).catch((error: unknown) => (error instanceof ORPCError ? (error.data as unknown) : String(error)))
const link = `meterbook://open?book=${encodeURIComponent(name)}&station=12`
app.emit('open-url', { preventDefault: () => undefined }, link)
const byUrl = await nextCommand()
app.emit('second-instance', {}, ['meterbook', 'METERBOOK://open?station=7'])
const bySecond = await nextCommand()
const links = {
  known: await read(link),
  unknown: await read('meterbook://open?book=other'),
  words: await read('meterbook://delete?book=x'),
}

// What the page may ask of the network.
const mayAsk = (address: string) => {
  let may = true
  session.defaultSession.webRequest.ask?.({ url: address }, ({ cancel }) => (may = cancel !== true))
  return may
}
const network = Object.fromEntries(
  ['app://meterbook/index.html', 'blob:app://meterbook/1', 'data:image/png;base64,AA'].map((address) => [address, mayAsk(address)]),
)
const refused = [
  'https://example.org/',
  'http://127.0.0.1:1/',
  'ws://example.org/',
  'file:///etc/passwd',
  'app://meterbook.evil/',
  'ftp://x/',
]
const asks = refused.filter(mayAsk)

window.emit('close')
const ended = new Promise<void>((resolve) => app.once('quit', () => resolve()))
app.quit()
await ended
await service.close()
const seen = {
  early,
  openedAt,
  books,
  folders,
  flashes: flashes(),
  byUrl,
  bySecond,
  links,
  bookFile,
  network,
  asks,
  calls: record.map(({ call }) => call),
}
/** What the test reads, by way of JSON. */
export type ShellSeen = typeof seen
process.stdout.write(`\n${JSON.stringify(seen)}\n`)
