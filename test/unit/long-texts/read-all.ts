import { READERS } from './readers.ts'
import { LONG_TEXTS } from './texts.ts'

/**
 * Lets readers read every long text, and names both before they do: a program of its own, which can be ended from outside.
 * Its argument: the first reader's place.
 */
/** Awaited: a message that finds the channel full would leave this process only after all that is read. */
const send = (message: object) => new Promise<void>((resolve) => process.send?.(message, () => resolve()))
for (const [reader, read] of Object.entries(READERS).slice(Number(process.argv[2]))) {
  for (const [text, letters] of Object.entries(LONG_TEXTS)) {
    await send({ reader, text })
    try {
      read(letters)
    } catch (error) {
      await send({ reader, text, failure: String(error) })
    }
  }
}
process.disconnect()
