import { statSync } from 'node:fs'
import { startAnalyst, type Analyst } from '../analyst/analyst.ts'
import { signedInBook } from '../backend/account-book.ts'
import { bookPathOf, DEMO_URL, keepBooksOwn } from '../backend/book-path.ts'
import { nudgeOf } from '../backend/changes.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { programFileIn } from '../backend/program-file.ts'
import { accountLines } from '../backend/logged/account-lines.ts'
import { bookOpened } from '../backend/logged/book-lines.ts'
import { errorFacts } from '../backend/logged/error-facts.ts'
import { logDownloads } from '../backend/logged/follow-downloads.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import type { Progress } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import { startDemoService, type DemoService } from '../demo/index.ts'
import { createDownloads, type Downloads } from '../downloads/downloads.ts'
import { queueIn } from '../downloads/queue.ts'
import { beginOrJoin } from '../downloads/to-the-end.ts'
import { abandonable } from '../service/cancel.ts'
import { createConnection, type Connection } from '../service/connection.ts'
import { goodbye } from '../service/goodbye.ts'
import { ServiceError } from '../service/errors.ts'
import { memoryTokenStore } from '../service/tokens.ts'
import { asksForNoCheck, NO_CHECK_VARIABLE } from '../service/trust.ts'
import { usualGas } from './analysis-book.ts'
import { lakeOf } from './export-lake.ts'
import { commandLog } from './logged-run.ts'
import { failureOf } from './failure.ts'
import { broughtIn } from './brought.ts'
import { foundIn, judgingLine, notJudged, noteUnreadable } from './judged.ts'
import { readPassword } from './password.ts'
import { progressView } from './progress.ts'
import { sentenceOf } from './sentences.ts'
import { rememberedPassword, vaultOnce, wayHere, type AskVault, type SyncAccount } from './remembered.ts'
import { handOver } from './sync-handed.ts'
import type { SyncOrder } from './sync-order.ts'
import { incompleteIf, SHOWN_FAILURES, reportOf, type SyncReport } from './sync-report.ts'
import type { Terminal } from './terminal.ts'

/** A scheduled download gives up when the service does not answer for so long; the next one carries on. */
const PATIENCE_MS = 60_000

/**
 * Signs in, downloads what the book lacks, signs out. An interruption ends it in good order: the run stays in the
 * book and the next sync carries on.
 * @throws MeterbookError, BookError, ServiceError before anything was downloaded; after that the report says it.
 */
export async function syncOnce(order: SyncOrder, terminal: Terminal): Promise<SyncReport> {
  if (order.account !== 'demo') {
    return (order.isRemembered && (await handedOver(order, order.account, terminal))) || syncAccount(order, order.account, terminal)
  }
  const service = await startDemoService()
  try {
    return await syncAccount(order, service, terminal)
  } finally {
    await service.close()
  }
}

/** By the program that runs; null where none does, or it cannot: it trusts the authority of the preferences, and no other. */
async function handedOver(order: SyncOrder, account: SyncAccount, terminal: Terminal): Promise<SyncReport | null> {
  const dataFolder = defaultDataFolder(terminal.env)
  if (account.authority !== programFileIn(dataFolder).preferences().authority) return null
  const handed = await handOver(order, { account, dataFolder, terminal })
  if (!handed) return null
  const { lake: folder } = order
  if (folder === undefined || terminal.signal.aborted) return handed.report
  return withLake(handed.report, await handed.withBook((book) => lakeAfter(book, folder, terminal)))
}

/** A lake that was asked for and not written is something missing. */
const withLake = (report: SyncReport, lake: Required<Pick<SyncReport, 'lake'>>): SyncReport =>
  incompleteIf(lake.lake.failure !== null, { ...report, ...lake })

type Account = SyncAccount | DemoService

async function syncAccount(order: SyncOrder, account: Account, terminal: Terminal): Promise<SyncReport> {
  const isDemo = 'world' in account
  if (!isDemo && asksForNoCheck(terminal.env)) {
    terminal.note(`${NO_CHECK_VARIABLE}=0 is set. It is not obeyed: the service's certificate is checked all the same.`)
  }
  const dataFolder = defaultDataFolder(terminal.env)
  const vault = vaultOnce(dataFolder, terminal.env)
  const way = isDemo ? {} : await abandonable(wayHere(dataFolder, account.authority, vault), terminal.signal)
  const connection = createConnection({
    baseUrl: account.url,
    email: account.email,
    allowUnencrypted: !isDemo && account.allowUnencrypted,
    ...way,
    store: memoryTokenStore(),
    maxLanes: order.lanes,
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    random: Math.random,
  })
  // The demo service has another port at every start, and is the same account all the same.
  const owner = { url: isDemo ? DEMO_URL : connection.baseUrl, email: account.email }
  const log = commandLog(terminal)
  if (order.book === undefined) keepBooksOwn(dataFolder)
  const file = order.book ?? bookPathOf(dataFolder, owner)
  let book: Book | null = null
  let analyst: Analyst | null = null
  try {
    const writer = { file, account: owner, now: Date.now, owner: 'meterbook sync', open: openBook }
    book = await signedInBook(writer, async () => {
      const password = isDemo ? account.password : await abandonable(passwordOf(order, account, vault, terminal), terminal.signal)
      await accountLines(log)(isDemo, () => connection.signIn(password, terminal.signal)).catch((error: unknown) => {
        throw error instanceof ServiceError ? error.with({ host: new URL(connection.baseUrl).host }) : error
      })
    })
    bookOpened(log, book)
    // Asked once: the system's zone takes its time, and the analyst hears of every page.
    const usual = usualGas()
    analyst = startAnalyst({
      book,
      at: () => ({ usual, nowMs: Date.now() }),
      tell: () => undefined,
      onGone(error) {
        log.write('error', 'thread-crashed', { thread: 'analyst', ...errorFacts(error) })
        terminal.note('The judging of stations has stopped because of an error of its own; it begins anew with the next question.')
      },
    })
    const report = await download(order, { book, connection, terminal, analyst })
    const signedOut = goodbye(connection)
    const unjudged = terminal.signal.aborted ? {} : await finish(analyst, terminal)
    await Promise.all([analyst.close(), signedOut])
    const findings = foundIn(book)
    const brought = terminal.signal.aborted ? null : await broughtIn(book, queueIn(book).newestRun())
    const lake = order.lake === undefined ? undefined : await lakeAfter(book, order.lake, terminal)
    book.close()
    // Closing moves the journal into the book.
    const judged = { ...report, ...unjudged, findings, ...(brought && { brought }), bookBytes: statSync(file).size }
    const whole = incompleteIf('judging' in unjudged, judged)
    return lake ? withLake(whole, lake) : whole
  } finally {
    await goodbye(connection)
    await analyst?.close()
    book?.close()
  }
}

const passwordOf = ({ isRemembered }: SyncOrder, account: SyncAccount, ask: AskVault, terminal: Terminal): Promise<string> =>
  isRemembered ? rememberedPassword(account, ask, terminal.env) : readPassword(terminal, account.email)

/**
 * Waits until all stations are judged and summed; those that cannot be are said. The user may end it: what was downloaded and
 * what is judged stays. Where that or a failure of the book ends it, the download's report says it.
 */
async function finish(analyst: Analyst, terminal: Terminal): Promise<Pick<SyncReport, 'judging' | 'judgedMs'>> {
  const startedMs = performance.now()
  try {
    const asked = { signal: terminal.signal, tell: judgingLine(terminal) }
    noteUnreadable(await analyst.ask('finish', null, asked), terminal)
  } catch (error) {
    if (!terminal.signal.aborted && !(error instanceof MeterbookError)) throw error
    return notJudged(failureOf(terminal.signal.aborted ? new MeterbookError('CANCELLED') : error), terminal)
  }
  return { judgedMs: Math.round(performance.now() - startedMs) }
}

/** A lake that cannot be written costs nothing of the download: the report says it, and the next sync carries on. */
async function lakeAfter(book: Book, folder: string, terminal: Terminal): Promise<Required<Pick<SyncReport, 'lake'>>> {
  try {
    return { lake: { folder, ...(await lakeOf(book, folder, terminal)), failure: null } }
  } catch (error) {
    const failure = failureOf(error)
    return { lake: { folder, failure: { ...failure, sentence: sentenceOf(failure) } } }
  }
}

export interface Parts {
  book: Book
  connection: Connection
  terminal: Terminal
  /** Who judges what comes, while more of it comes; absent: nobody. */
  analyst?: Analyst
}

/** Downloads what the book lacks of a plan, with progress on the terminal. */
export async function download(
  { plan, lanes }: Pick<SyncOrder, 'plan' | 'lanes'>,
  { book, connection, terminal, analyst }: Parts,
): Promise<SyncReport> {
  const startedMs = performance.now()
  const downloads = createDownloads({
    book,
    connection: () => connection,
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    lanes: () => lanes,
    patienceMs: PATIENCE_MS,
    onCommit: (target) => analyst?.nudge(nudgeOf(target)),
  })
  const view = progressView(terminal)
  downloads.listen((progress) => view.update(progress))
  const logged = logDownloads(commandLog(terminal), book)
  downloads.listen(logged)
  // Requests in flight are aborted; the run and its cursors stay in the book.
  const interrupt = () => void downloads.close()
  terminal.signal.addEventListener('abort', interrupt, { once: true })
  try {
    const progress = terminal.signal.aborted ? downloads.progress() : await beginOrJoin(downloads, plan).end
    // Whoever waits for the end goes on before those who listen hear of it.
    logged(progress)
    return reportOf({
      plan,
      book,
      progress,
      failures: failedTasks(downloads, progress),
      elapsedMs: performance.now() - startedMs,
      isInterrupted: terminal.signal.aborted,
    })
  } finally {
    terminal.signal.removeEventListener('abort', interrupt)
    view.stop()
    await downloads.close()
  }
}

function failedTasks(downloads: Downloads, { runId }: Progress) {
  if (runId === null) return []
  return downloads.queue.tasks(runId, { states: ['failed'], offset: 0, limit: SHOWN_FAILURES }, []).rows
}
