import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { PIECES_AHEAD, type Asked, type FromChild, type ToChild } from '../line.ts'
import { answer } from './answer.ts'

/**
 * The process that answers questions in SQL, one after another. A thread of it has SQLite and stands still while a statement runs;
 * the main thread speaks with the owner, watches the memory of the process, and ends it in the middle of a statement where it is
 * too much, or where the owner has gone. It loads node:sqlite alone and never the program's own SQLite: two libraries on one
 * file in one process would lose each other's locks.
 */

/** How often the memory is looked at while a question is answered: what grows fastest goes a few MB over its limit (decision 61). */
const LOOK_MS = 10
/** A process that holds more after its answer is replaced. */
const KEPT_MB = 256
const MB = 1 << 20
/** So long the owner has time to end a process that took too much memory. */
const REPLACED_MS = 200

/** The end of the line in plain Node and in Electron's utility process. */
interface Line {
  send(message: FromChild): void
  onMessage(take: (message: ToChild) => void): void
}

/** Electron's, which its utility processes have instead of a channel to their parent. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', take: (event: { data: unknown }) => void): void
}

function lineToOwner(): Line {
  const port = (process as { parentPort?: ParentPort }).parentPort
  if (port)
    return {
      send: (message) => port.postMessage(message),
      onMessage: (take) => port.on('message', ({ data }) => take(data as ToChild)),
    }
  return {
    send: (message) => void process.send?.(message),
    onMessage: (take) => process.on('message', (message) => take(message as ToChild)),
  }
}

/** Not `process.exit`: it waits for the thread, whose statement may have no end. */
const die = () => process.kill(process.pid, 'SIGKILL')

function watchAndRelay(line: Line): void {
  const sqlite = new Worker(import.meta.filename, { stdout: false, stderr: false })
  let look: NodeJS.Timeout | null = null
  const rest = () => {
    if (look) clearInterval(look)
    look = null
  }
  const watch = ({ limits }: Asked) => {
    const most = process.memoryUsage.rss() + limits.memoryMb * MB
    look = setInterval(() => {
      if (process.memoryUsage.rss() < most) return
      rest()
      sendLast({ failed: { code: 'QUESTION_TOO_LARGE', what: 'memory' } })
    }, LOOK_MS)
  }
  const sendLast = (message: FromChild) => {
    line.send({ ...message, isLast: true })
    setTimeout(die, REPLACED_MS)
  }
  sqlite.on('message', (message: FromChild) => {
    const isOver = 'end' in message || 'failed' in message
    if (isOver) rest()
    if (isOver && process.memoryUsage.rss() > KEPT_MB * MB) sendLast(message)
    else line.send(message)
  })
  sqlite.on('error', die)
  line.onMessage((message) => {
    if ('ask' in message) watch(message.ask)
    sqlite.postMessage(message)
  })
  process.on('disconnect', die)
}

function answerInThread(): void {
  const port = parentPort
  if (!port) return
  let ahead = 0
  let goOn: (() => void) | null = null
  const send = async (rows: Uint8Array<ArrayBuffer>, count: number) => {
    port.postMessage({ rows, count } satisfies FromChild, [rows.buffer])
    if (++ahead < PIECES_AHEAD) return
    await new Promise<void>((resolve) => (goOn = resolve))
  }
  const reply = async (asked: Asked) => port.postMessage((await answer(asked, send)) satisfies FromChild)
  port.on('message', (message: ToChild) => {
    if ('more' in message) {
      ahead -= message.more
      if (ahead < PIECES_AHEAD) goOn?.()
      return
    }
    ahead = 0
    void reply(message.ask)
  })
}

if (isMainThread) watchAndRelay(lineToOwner())
else answerInThread()
