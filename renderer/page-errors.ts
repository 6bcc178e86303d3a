import type { App } from 'vue'
import { client } from './client.ts'

/** Errors of the page that nothing caught, for the program's log. They stand on the console as before. */
export function reportPageErrors(application: App): void {
  const report = (thrown: unknown) => {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(typeof thrown === 'string' ? thrown : 'unknown')
    const cut = { name: name.slice(0, 200), message: message.slice(0, 2000), stack: (stack ?? '').slice(0, 20_000) }
    // Without a program behind the page there is no log.
    client.diagnostics.pageFailed(cut).catch(() => undefined)
  }
  application.config.errorHandler = (error) => {
    console.error(error)
    report(error)
  }
  window.addEventListener('error', (event) => report(event.error ?? event.message))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
