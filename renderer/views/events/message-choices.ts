import type { LogFacets } from '../../../electron/contract/all-events.ts'
import type { Choice } from '../../parts/lists/choices.ts'
import { keyOfMessage } from '../../places/log.ts'

export const messageChoices = (rows: LogFacets['messages']['rows']): Choice<string>[] =>
  rows.map(({ message, messageName, events }) => ({
    key: keyOfMessage(message),
    label: [message.code, message.description || messageName].filter(Boolean).join(' '),
    count: events,
    ...(message.archiveType && { archive: message.archiveType }),
  }))
