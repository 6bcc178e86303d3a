import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { USUAL_PREFERENCES } from '../../electron/contract/preferences.ts'
import { admit, contractOver, forBrowser, openSocket, type Session } from '../support/admitted.ts'
import { startDemo, type Demo, type DemoWishes } from './support/demo.ts'
import { ended, firstLine, root, runCli, steadyEnv, type CliResult } from './support/process.ts'
import { BOOK_VARIABLE } from './support/global-setup.ts'
import { syncedWorld } from './support/synced.ts'
import type { World } from '../../electron/demo/world/index.ts'

/**
 * A test that only looks uses `shared`: one running application for all such tests of a worker, on a copy of the shared
 * book. A test that changes a book or preferences uses `lent`: an application that the tests of a worker have one after
 * the other, each with a book of its own. A test that starts, stops or signs in uses `app`: an application in its own
 * process with its own data folder, and where it wants one a demo service of its own (`demo`); all of it ends with the
 * test. A request of the page to anything but this machine, an error on its
 * console and a violation of its Content-Security-Policy fail the test.
 */

export interface App {
  /** The data folder: books, preferences, the vault. */
  data: string
  /** Starts the application and opens its page; again after `stop`, as after a restart of the program. */
  start(options?: AppOptions): Promise<void>
  /** Starts the application and resolves to its address, which works once. */
  launch(options?: AppOptions): Promise<string>
  /** Goes to a place inside the application, as a link to it does: `/stations/10002/readings`. */
  go(place: string): Promise<void>
  /** Ends every program that was started; the page is left empty first, unless it is to see the program go away. */
  stop(options?: { pageStays?: boolean }): Promise<void>
  /** Runs a command of the command line in the same data folder. */
  cli(...args: string[]): Promise<CliResult>
}
export interface AppOptions {
  demo?: boolean
  book?: string
  port?: number
  /** False: no key to keep secrets with. */
  vault?: boolean
  /** The folder of the built program; the project's own as a rule. */
  program?: string
  /** Variables besides those that every application of a test has. */
  env?: NodeJS.ProcessEnv
}

interface Fixtures {
  demo: Demo
  /** What the test's own demo service is to be like. */
  demoWishes: DemoWishes
  app: App
  lent: LentApp
  /** A copy of the shared book for this test alone. */
  book: string
  /** Console errors that a test provokes on purpose. */
  allowedErrors: RegExp | null
  onlyLoopback: void
  quietConsole: void
  late: void
}

/** An application that tests only look at: they share it, each in a browser context (and so local storage) of its own. */
export interface SharedApp {
  /** Lets the page's context in and opens the application at a place: `/stations/10002/readings`. */
  open(page: Page, place: string): Promise<void>
}

/** An application that a test has for itself while it runs: its book is the test's `book`, its preferences are as usual. */
interface LentApp {
  /** The data folder, which other tests had before. */
  data: string
  /** Opens the book, and the application's page. */
  start(): Promise<void>
  /** Goes to a place inside the application, as a link to it does. */
  go(place: string): Promise<void>
}
interface Lender {
  data: string
  session: Session
  client: ReturnType<typeof contractOver>
}

/** The shared book; tests work on copies of it. */
export interface Synced {
  file: string
  /** What its service served. */
  world: World
}

/**
 * `METERBOOK_LATE=400`: every answer reaches the page about so many milliseconds late, and the page computes three times
 * slower. A test that reads the screen once instead of waiting for its state fails then, whatever the machine.
 */
const LATE_MS = Number(process.env['METERBOOK_LATE'] ?? 0)

export const test = base.extend<Fixtures, { synced: Synced; shared: SharedApp; lender: Lender }>({
  synced: [
    async ({}, use) => {
      const file = process.env[BOOK_VARIABLE]
      if (!file) throw new Error('The global set-up has not made the shared book.')
      await use({ file, world: syncedWorld() })
    },
    { scope: 'worker' },
  ],

  shared: [
    async ({ synced }, use) => {
      const data = mkdtempSync(path.join(os.tmpdir(), 'meterbook-e2e-shared-'))
      const book = path.join(data, 'trip.meterbook')
      copyFileSync(synced.file, book)
      const { child, url } = await startHost({ data, book })
      const session = await admit(url)
      const { cookies, script } = forBrowser(session)
      await use({
        async open(page, place) {
          await page.context().addCookies(cookies)
          await page.addInitScript(script)
          await page.goto(`${session.origin}/#${place}`)
        },
      })
      await ended(child)
      rmSync(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  lender: [
    async ({}, use) => {
      const data = mkdtempSync(path.join(os.tmpdir(), 'meterbook-e2e-lent-'))
      const { child, url } = await startHost({ data })
      const session = await admit(url)
      const socket = await openSocket(session)
      await use({ data, session, client: contractOver(socket) })
      socket.close()
      await ended(child)
      rmSync(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  lent: async ({ page, book, lender: { data, session, client } }, use) => {
    const { cookies, script } = forBrowser(session)
    await use({
      data,
      async start() {
        await client.program.setPreferences(USUAL_PREFERENCES)
        await client.book.open({ file: book, mode: 'write' })
        await page.context().addCookies(cookies)
        await page.addInitScript(script)
        await page.goto(session.origin)
      },
      go: (place) => goTo(page, place),
    })
    if (!page.isClosed()) await page.goto('about:blank')
    await client.book.close()
  },

  demoWishes: [{}, { option: true }],

  demo: async ({ demoWishes }, use) => {
    const demo = await startDemo(demoWishes)
    await use(demo)
    await demo.stop()
  },

  book: async ({ app, synced }, use) => {
    const file = path.join(app.data, 'trip.meterbook')
    copyFileSync(synced.file, file)
    await use(file)
  },

  app: async ({ page }, use) => {
    const data = mkdtempSync(path.join(os.tmpdir(), 'meterbook-e2e-'))
    const app = createApp(page, data)
    await use(app)
    await app.stop()
    rmSync(data, { recursive: true, force: true })
  },

  allowedErrors: [null, { option: true }],

  onlyLoopback: [
    async ({ context }, use) => {
      const others: string[] = []
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (!['data:', 'blob:', 'about:'].includes(protocol) && hostname !== '127.0.0.1') others.push(request.url())
      })
      await use()
      expect(others, 'the page asks nothing but this machine').toEqual([])
    },
    { auto: true },
  ],

  late: [
    async ({ page }, use) => {
      if (LATE_MS > 0) {
        await page.routeWebSocket(/\/rpc$/, (window) => {
          const host = window.connectToServer()
          let before = Promise.resolve()
          // In the order in which the host has sent them.
          host.onMessage((message) => {
            const delay = new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS * Math.random()))
            before = Promise.all([before, delay]).then(() => window.send(message))
          })
        })
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 3 })
      }
      await use()
    },
    { auto: true },
  ],

  quietConsole: [
    async ({ page, allowedErrors }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      await use()
      const unexpected = errors.filter((text) => !allowedErrors?.test(text))
      expect(unexpected, 'the page reports no error').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

const hostEnv = (data: string): NodeJS.ProcessEnv => ({
  ...steadyEnv,
  METERBOOK_DATA: data,
  METERBOOK_VAULT_KEY: '0'.repeat(64),
  METERBOOK_KEYRING: 'off',
})

/** Starts the built browser host; its address works once. */
async function startHost({ data, demo, book, port, vault = true, program = root, env: more }: AppOptions & { data: string }) {
  const args = [
    path.join(program, 'out/main/web.cjs'),
    ...(demo ? ['--demo'] : []),
    ...(book ? ['--book', book] : []),
    ...(port ? ['--port', String(port)] : []),
  ]
  const env = { ...hostEnv(data), ...(!vault && { METERBOOK_VAULT_KEY: undefined }), ...more }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
  return { child, url: await firstLine(child) }
}

async function goTo(page: Page, place: string): Promise<void> {
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.goto(`${page.url().split('#')[0]}#${place}`)
}

function createApp(page: Page, data: string): App {
  const running: ChildProcess[] = []
  async function launch(options?: AppOptions): Promise<string> {
    const { child, url } = await startHost({ data, ...options })
    running.push(child)
    return url
  }
  return {
    data,
    launch,
    async start(options) {
      await page.goto(await launch(options))
      // The address lets the page in and leads on to the application.
      await page.waitForURL((url) => url.search === '')
    },
    go: (place) => goTo(page, place),
    async stop({ pageStays = false } = {}) {
      if (!pageStays && !page.isClosed()) await page.goto('about:blank')
      await Promise.all(running.splice(0).map(ended))
    },
    cli: (...args) => runCli(args, { METERBOOK_PASSWORD: 'demo-meterbook', ...hostEnv(data) }),
  }
}
