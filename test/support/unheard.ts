/** What nothing catches from now on: errors that would end the program. */
export function listenForUnheard(): { errors: unknown[]; end: () => void } {
  const errors: unknown[] = []
  const hear = (error: unknown) => void errors.push(error)
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection']) process.on(event, hear)
  return {
    errors,
    end() {
      for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection']) process.off(event, hear)
    },
  }
}
