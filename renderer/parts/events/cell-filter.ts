import { EVENT_ARCHIVES, type EventArchive } from '../../../electron/contract/records.ts'
import type { EventRow } from '../../../electron/contract/events.ts'
import type { CellFilter } from '../../components/grid/menu/entries.ts'
import { keyOfMessage } from '../../places/log.ts'
import { messageOf } from './messages.ts'

/** The parts of the event log's filter that a cell's menu changes. */
interface EventWishes {
  setArchives: (archives: EventArchive[]) => void
  setMessages: (keys: string[]) => void
  /** The archives that are shown; none for all. */
  archives: () => readonly EventArchive[]
  /** The keys of the messages that are shown now, chosen or not. */
  messages: () => readonly string[]
}

/** The key of an event's message; null where the archive is none that the log can be filtered by. */
export function messageKeyOf(row: EventRow): string | null {
  const archive = EVENT_ARCHIVES.find((name) => name === row.archiveType)
  if (!archive) return null
  const description = typeof row.codeDescription === 'string' ? row.codeDescription : null
  return keyOfMessage(messageOf(archive, row.code === null ? null : String(row.code), description))
}

/** The menu of a cell narrows an event log by its archive, or by its message. */
export function eventCellFilter(wishes: EventWishes): (row: EventRow, column: string) => CellFilter | null {
  return (row, column) => {
    const archive = EVENT_ARCHIVES.find((name) => name === row.archiveType)
    if (column === 'archiveType' && archive) {
      const shown = wishes.archives().length > 0 ? wishes.archives() : EVENT_ARCHIVES
      const rest = shown.filter((name) => name !== archive)
      return {
        only: () => wishes.setArchives([archive]),
        ...(rest.length > 0 && { except: () => wishes.setArchives(rest) }),
      }
    }
    const key = messageKeyOf(row)
    if ((column !== 'code' && column !== 'words') || key === null) return null
    const others = wishes.messages().filter((other) => other !== key)
    return {
      only: () => wishes.setMessages([key]),
      ...(others.length > 0 && { except: () => wishes.setMessages(others) }),
    }
  }
}
