import { describe, expect, test } from 'vitest'
import { keyOfMessage, messageOfKey } from '../../../renderer/places/log.ts'
import { archiveCounts, messageChoices, messageOf, type MessageCount } from '../../../renderer/parts/events/messages.ts'

const counted = (events: number, said: Partial<MessageCount> = {}): MessageCount => ({
  archiveType: 'alarm',
  code: 'A-15',
  description: 'Батарея разряжена',
  messageName: null,
  events,
  ...said,
})

describe('messages of the log', () => {
  test('the same code with other words is another message, each with its own count', () => {
    const choices = messageChoices(
      [
        counted(3),
        counted(5, { description: 'Клапан закрыт' }),
        counted(4, { archiveType: 'event' }),
        counted(1, { description: null, messageName: 'Вскрытие' }),
        counted(2, { archiveType: 'valve', description: null, messageName: 'Утечка' }),
        counted(9, { code: null, description: null }),
      ],
      [],
    )
    expect(choices.map(({ code, words, archiveType, events }) => [code, words, archiveType, events])).toEqual([
      ['A-15', 'Батарея разряжена', null, 7],
      ['A-15', 'Клапан закрыт', null, 5],
      ['A-15', 'Утечка', 'valve', 2],
      ['A-15', 'Вскрытие', 'alarm', 1],
    ])
    expect(new Set(choices.map(({ key }) => key)).size).toBe(4)
  })

  test('only those of the chosen archives', () => {
    const counts = [counted(3), counted(4, { archiveType: 'event' }), counted(2, { code: 'B', archiveType: 'event' })]
    expect(messageChoices(counts, ['event']).map(({ code, events }) => [code, events])).toEqual([
      ['A-15', 4],
      ['B', 2],
    ])
  })

  test('the archives count the chosen messages only', () => {
    const counts = [counted(3), counted(4, { archiveType: 'event' }), counted(2, { code: 'B', archiveType: 'event' })]
    expect(archiveCounts(counts, [])).toEqual({ alarm: 3, event: 6 })
    expect(archiveCounts(counts, [keyOfMessage(messageOf('event', 'B', counts[2]?.description ?? null))])).toEqual({
      event: 2,
    })
  })

  test('a chosen message stays in the list when the rest of the filter leaves none of its events', () => {
    const gone = keyOfMessage(messageOf(null, 'V-1', 'Клапан закрыт'))
    const [known = ''] = messageChoices([counted(3)], []).map(({ key }) => key)
    expect(messageChoices([counted(3)], [], [gone, known, 'nonsense']).map(({ code, words, events }) => [code, words, events])).toEqual([
      ['A-15', 'Батарея разряжена', 3],
      ['V-1', 'Клапан закрыт', 0],
    ])
  })

  test.each([messageOf('alarm', 'A-15', 'Батарея, «3,1» В'), messageOf('alarm', 'A-15', null), messageOf('valve', null, 'Без кода')])(
    'an address names a message and gives it back: %j',
    (message) => {
      expect(messageOfKey(keyOfMessage(message))).toEqual(message)
    },
  )

  test.each(['', 'A-15', '[]', '["A",1,null]', '["A","B","hourly"]', '{"code":"A"}', '["A","B",null,1]'])(
    'what is no message is none: %j',
    (key) => expect(messageOfKey(key)).toBeNull(),
  )
})
