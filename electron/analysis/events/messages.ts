import type { Book } from '../../book/index.ts'
import type { EventMessage } from '../../contract/events.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'

/** A message as the log is filtered and grouped by it, with what the reference calls it. */
interface SaidMessage {
  key: string
  message: EventMessage
  /** Where the event has no description of its own and all makers call the code the same. */
  messageName: string | null
}

/** A message's key; messages are the same when these parts are. */
export const messageKey = ({ code, description, archiveType }: EventMessage): string => JSON.stringify([code, description, archiveType])

/** Makes messages of texts and archives (places in EVENT_ARCHIVES): the archive belongs to those without a description. */
export function messagesOfTexts(book: Book): (textId: number, archive: number) => SaidMessage {
  const texts = book.events.texts()
  return (textId, archive) => {
    const { code, description } = texts.get(textId) ?? { code: null, description: null }
    const archiveType = description ? null : (EVENT_ARCHIVES[archive] ?? null)
    const message = { code, description, archiveType }
    const messageName = archiveType !== null && code !== null ? book.messages.nameOf(archiveType, code) : null
    return { key: messageKey(message), message, messageName }
  }
}
