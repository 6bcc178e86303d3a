import type { MessagePort } from 'node:worker_threads'
import type { MessagePortMain } from 'electron'

/**
 * Joins a window's port and the backend's. Electron's ports cannot be handed to a worker thread, and they close when
 * they meet what cannot be cloned; oRPC writes every message, its Blobs included, as a string or as bytes, and those
 * are all that passes.
 */
export function pipe(window: MessagePortMain, backend: MessagePort): void {
  const isPlain = (data: unknown) => typeof data === 'string' || data instanceof ArrayBuffer || ArrayBuffer.isView(data)
  window.on('message', ({ data }) => {
    if (isPlain(data)) backend.postMessage(data)
  })
  backend.on('message', (data: unknown) => {
    if (isPlain(data)) window.postMessage(data)
  })
  window.on('close', () => backend.close())
  backend.on('close', () => window.close())
  window.start()
}
