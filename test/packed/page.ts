import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

/**
 * The window of a packed program, over Chromium's own debugging port. Playwright reaches an Electron program by Node's inspector, which
 * the fuses forbid, and over this port it asks for what Chromium inside Electron does not have (`Browser.setDownloadBehavior`).
 * Three commands are enough here, so they are sent by hand.
 */
export interface Page {
  /** The value of an expression in the page; it must be JSON. */
  evaluate<T>(expression: string): Promise<T>
  /** Waits until an expression is true. @throws after `limitMs`, which only ends a hang, with `what` and what the window shows */
  until(expression: string, what: string, limitMs?: number): Promise<void>
  /** Drops files on the middle of the window, as a file manager does. */
  drop(...files: string[]): Promise<void>
  /** Ends the page's process at once, as a crash does. */
  crash(): Promise<void>
  /** @param file a PNG */
  screenshot(file: string): Promise<void>
  /** Closes the window. */
  close(): Promise<void>
  /** Lets go of the page; it stays open. */
  leave(): void
}

interface Answer {
  id?: number
  result?: unknown
  error?: { message: string }
}

const LIMIT_MS = 180_000
const LOOK_EVERY_MS = 100

/**
 * The first window of a program.
 * @param port of Chromium's debugging, on this machine
 * @param refuseGone throws when the program has ended: then there is nothing to wait for
 */
export async function openPage(port: number, refuseGone: () => void): Promise<Page> {
  const socket = new WebSocket(await addressOfPage(port, refuseGone), { perMessageDeflate: false })
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  socket.on('close', () => waiting.forEach((settle) => settle({ error: { message: 'the page has gone' } })))
  // Whoever waits for an answer is told by the end of the socket.
  socket.on('error', () => undefined)
  const isOpen = () => socket.readyState === WebSocket.OPEN
  let last = 0
  async function send(method: string, params: object = {}): Promise<unknown> {
    const id = ++last
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      if (isOpen()) socket.send(JSON.stringify({ id, method, params }))
      else resolve({ error: { message: 'the page has gone' } })
    })
    waiting.delete(id)
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
  const shown = () => evaluate<string>('document.body.innerText.slice(0, 500)')
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as {
      result: { value: T }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
    return result.value
  }
  return {
    evaluate,
    async until(expression, what, limitMs = LIMIT_MS) {
      const endMs = performance.now() + limitMs
      // Between two documents there is none that could be asked.
      const isTrue = () => evaluate<boolean>(`Boolean(${expression})`).catch((error: unknown) => isOpen() && error)
      for (let seen = await isTrue(); seen !== true; seen = await isTrue()) {
        if (!isOpen()) throw new Error(`${what}: the page has gone.`)
        if (performance.now() > endMs) throw new Error(`${what}. The window shows: ${String(seen || (await shown()))}`)
        await sleep(LOOK_EVERY_MS)
      }
    },
    async drop(...files) {
      const [x, y] = await evaluate<[number, number]>('[innerWidth / 2, innerHeight / 2]')
      const data = { items: [], files, dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop']) await send('Input.dispatchDragEvent', { type, x, y, data })
    },
    async crash() {
      await send('Page.crash').catch(() => undefined)
    },
    async screenshot(file) {
      const { data } = (await send('Page.captureScreenshot', { format: 'png' })) as { data: string }
      await writeFile(file, Buffer.from(data, 'base64'))
    },
    async close() {
      // The page may have gone before it can answer.
      await send('Page.close').catch(() => undefined)
    },
    leave: () => socket.close(),
  }
}

async function addressOfPage(port: number, refuseGone: () => void): Promise<string> {
  const endMs = performance.now() + LIMIT_MS
  for (;;) {
    refuseGone()
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`)
      .then((answer) => answer.json() as Promise<{ type: string; url: string; webSocketDebuggerUrl?: string }[]>)
      .catch(() => [])
    const address = targets.find(
      ({ type, url }) => type === 'page' && !url.startsWith('devtools:') && url !== 'about:blank',
    )?.webSocketDebuggerUrl
    if (address) return address
    if (performance.now() > endMs) throw new Error('The program opened no window.')
    await sleep(LOOK_EVERY_MS)
  }
}
