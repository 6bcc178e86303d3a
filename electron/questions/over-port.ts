import type { MessagePort } from 'node:worker_threads'
import type { FromChild, ToChild } from './line.ts'
import type { QuestionProcess, StartProcess } from './questions.ts'

/** Processes of questions that another thread starts: Electron's are started by its main process, and the desk is a thread of that. */

type ToStarter = { start: number } | { to: number; message: ToChild } | { kill: number }
/** A port, or a thread as its owner has it. */
interface Listener {
  on(event: 'message', take: (message: FromStarter) => void): unknown
}

type FromStarter = { from: number; message: FromChild } | { ended: number }

/** Has the thread at the other end start and end them. `gone`: that thread is there no more, and nothing that it has started. */
export function processesOver(port: Pick<MessagePort, 'postMessage' | 'unref'> & Listener): { start: StartProcess; gone: () => void } {
  const told = new Map<number, { onMessage: (message: FromChild) => void; onEnd: () => void }>()
  let last = 0
  const say = (message: ToStarter) => port.postMessage(message)
  port.on('message', (message: FromStarter) => {
    if ('from' in message) return told.get(message.from)?.onMessage(message.message)
    told.get(message.ended)?.onEnd()
    told.delete(message.ended)
  })
  // It keeps nobody from ending.
  port.unref()
  return {
    start(onMessage, onEnd) {
      const id = ++last
      told.set(id, { onMessage, onEnd })
      say({ start: id })
      return { send: (message) => say({ to: id, message }), kill: () => say({ kill: id }) }
    },
    gone() {
      const all = [...told.values()]
      told.clear()
      for (const { onEnd } of all) onEnd()
    },
  }
}

/** Starts them for the thread at the other end, until the port closes. */
export function serveProcesses(port: MessagePort, start: StartProcess): void {
  const processes = new Map<number, QuestionProcess>()
  const say = (message: FromStarter) => port.postMessage(message)
  port.on('message', (message: ToStarter) => {
    if ('to' in message) return processes.get(message.to)?.send(message.message)
    if ('kill' in message) return processes.get(message.kill)?.kill()
    const id = message.start
    const ended = () => {
      processes.delete(id)
      say({ ended: id })
    }
    processes.set(
      id,
      start((told) => say({ from: id, message: told }), ended),
    )
  })
  port.on('close', () => {
    for (const process of processes.values()) process.kill()
  })
}
