import { setTimeout as wait } from 'node:timers/promises'
import type { Wire } from './devtools.ts'

/** A page in a profile of its own, and what a bench can do with it. */
export interface Page {
  /** Loads an address and waits for its load event. */
  goto(url: string): Promise<void>
  /** Runs a function in the page; it sees nothing but its arguments and the page. */
  run<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** Runs a function in the page before any of its scripts, at every load. */
  beforehand<A extends readonly unknown[]>(work: (...args: A) => void, ...args: A): Promise<void>
  /** Waits until a function is true in the page. */
  until<A extends readonly unknown[]>(holds: (...args: A) => boolean, ...args: A): Promise<void>
  /** Waits until there is an element that fits. */
  has(selector: string): Promise<void>
  /** Text as an input method gives it, a character at a time. */
  type(text: string, pauseMs: number): Promise<void>
  press(key: keyof typeof KEYS, modifiers?: 'Control'): Promise<void>
  /** Turns the wheel over the middle of an element. */
  wheel(selector: string, deltaY: number): Promise<void>
  close(): Promise<void>
}

const VIEWPORT = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }
const CONTROL = 2
const POLL_MS = 20
const PATIENCE_MS = 60_000
const KEYS = {
  Escape: { code: 'Escape', windowsVirtualKeyCode: 27 },
  Home: { code: 'Home', windowsVirtualKeyCode: 36 },
  PageDown: { code: 'PageDown', windowsVirtualKeyCode: 34 },
  k: { code: 'KeyK', windowsVirtualKeyCode: 75 },
} as const

interface Evaluated {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** Opens a page. `cookies` as in the protocol: name, value and url of each; `script` runs before those of every page. */
export async function openPage(wire: Wire, cookies: readonly object[] = [], script?: string): Promise<Page> {
  const { browserContextId } = await wire.send<{ browserContextId: string }>('Target.createBrowserContext')
  const target = { url: 'about:blank', browserContextId, width: VIEWPORT.width, height: VIEWPORT.height }
  const { targetId } = await wire.send<{ targetId: string }>('Target.createTarget', target)
  const { sessionId } = await wire.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const send = <T>(method: string, params: object = {}) => wire.send<T>(method, params, sessionId)
  if (cookies.length > 0) await wire.send('Storage.setCookies', { cookies, browserContextId })
  await send('Page.enable')
  if (script !== undefined) await send('Page.addScriptToEvaluateOnNewDocument', { source: script })
  await send('Emulation.setDeviceMetricsOverride', VIEWPORT)
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })

  async function evaluate(expression: string): Promise<unknown> {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', params)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const call = (work: (...args: never) => unknown, args: readonly unknown[]) => `(${work.toString()})(...${JSON.stringify(args)})`

  const page: Page = {
    async goto(url) {
      const loaded = new Promise<void>((resolve) => {
        const stop = wire.on('Page.loadEventFired', (_params, session) => {
          if (session !== sessionId) return
          stop()
          resolve()
        })
      })
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url })
      if (errorText) throw new Error(`${url}: ${errorText}`)
      await loaded
    },
    run: async (work, ...args) => (await evaluate(call(work, args))) as Awaited<ReturnType<typeof work>>,
    beforehand: async (work, ...args) => {
      await send('Page.addScriptToEvaluateOnNewDocument', { source: call(work, args) })
    },
    async until(holds, ...args) {
      const end = performance.now() + PATIENCE_MS
      while ((await evaluate(call(holds, args))) !== true) {
        if (performance.now() > end) throw new Error(`never came true: ${holds.toString()}`)
        await wait(POLL_MS)
      }
    },
    has: (selector) => page.until((wanted) => document.querySelector(wanted) !== null, selector),
    async type(text, pauseMs) {
      for (const letter of text) {
        await send('Input.insertText', { text: letter })
        await wait(pauseMs)
      }
    },
    async press(key, modifiers) {
      const event = { key, ...KEYS[key], modifiers: modifiers ? CONTROL : 0 }
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    },
    async wheel(selector, deltaY) {
      const at = await page.run((wanted) => {
        const box = document.querySelector(wanted)?.getBoundingClientRect()
        return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 }
      }, selector)
      await send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY })
    },
    close: () => wire.send<undefined>('Target.disposeBrowserContext', { browserContextId }),
  }
  return page
}

/** Waits until the page is idle for a while and fetches nothing. */
export const settled = (page: Page): Promise<void> =>
  page.run(
    () =>
      new Promise<void>((resolve) => {
        const fetched = () => performance.getEntriesByType('resource').length
        const look = (calm: number, before: number) =>
          requestIdleCallback(() => {
            const now = fetched()
            if (now === before && calm === 3) resolve()
            else setTimeout(() => look(now === before ? calm + 1 : 0, now), 200)
          })
        look(0, fetched())
      }),
  )
