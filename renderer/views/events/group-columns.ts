import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LogGroup, LogRow } from '../../../electron/contract/all-events.ts'
import { calledBy } from '../../../electron/contract/called.ts'
import type { Grouping } from '../../../electron/contract/event-log.ts'
import type { client } from '../../client.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useFormat } from '../../stores/words/format.ts'
import { eventWords } from '../../parts/events/columns.ts'
import { useLasting } from './lasting.ts'
import { stationOf } from './log-columns.ts'

/** A line of the grouped log: a group, or an event of an expanded one. */
export type Line = Awaited<ReturnType<typeof client.allEvents.grouped>>['rows'][number]

/** A message is called by its own words, else by the reference's. */
const messageWords = ({ message, messageName }: LogGroup) => (message?.description || messageName) ?? ''

/** Columns of the log in groups. A group counts; an event below it says when, where and what. */
export function useGroupColumns(by: () => Grouping) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const { lasting, lastingWhole } = useLasting()

  function groupName(group: LogGroup): string {
    if (!group.message)
      return group.stationId === null ? calledBy(null, Number(group.key.slice(1))) : calledBy(group.stationName, group.stationId)
    return [group.message.code, messageWords(group)].filter(Boolean).join(' ') || t('events.noDescription')
  }
  const eventName = (event: LogRow) =>
    [format.instant(event.atMs), by() === 'message' ? stationOf(event) : eventWords(event)].filter(Boolean).join(' · ')
  const ofGroup = (show: (group: LogGroup) => string, ofEvent: (event: LogRow) => string = () => '') => {
    return (line: Line) => (line.kind === 'group' ? show(line.group) : ofEvent(line.event))
  }
  const count = (n: number) => (n === 0 ? '—' : format.number(n))
  const length = (ms: number) => (ms === 0 ? '—' : format.duration(ms))

  return computed<GridColumn<Line>[]>(() => [
    {
      key: 'name',
      title: by() === 'message' ? t('events.message') : t('all-events.station'),
      width: 320,
      grow: true,
      pinned: true,
      sortable: true,
      text: ofGroup(groupName, eventName),
    },
    {
      key: 'events',
      title: t('all-events.events'),
      width: 92,
      align: 'end',
      sortable: true,
      text: ofGroup(({ events }) => format.number(events)),
    },
    ...(by() === 'message'
      ? [
          {
            key: 'stations',
            title: t('all-events.stations'),
            width: 104,
            align: 'end' as const,
            sortable: true,
            text: ofGroup(({ stations }) => format.number(stations)),
          },
        ]
      : [
          {
            key: 'consumer',
            title: t('all-events.consumer'),
            width: 170,
            text: ofGroup(({ consumerName }) => consumerName ?? '—'),
          },
        ]),
    {
      key: 'open',
      title: t('all-events.openCount'),
      width: 92,
      align: 'end',
      sortable: true,
      text: ofGroup(({ open }) => count(open)),
      tone: (line) => (line.kind === 'group' && line.group.open > 0 ? 'tone-bad' : 'muted'),
    },
    {
      key: 'lastingMs',
      title: t('all-events.lastingSum'),
      width: 128,
      align: 'end',
      sortable: true,
      text: ofGroup(({ lastingMs }) => length(lastingMs), lasting),
      title2: ofGroup(
        ({ begun, lastingMs }) => t('all-events.lastingHint', { n: format.number(begun), lasted: length(lastingMs) }),
        lastingWhole,
      ),
    },
    {
      key: 'longestMs',
      title: t('all-events.longest'),
      width: 128,
      align: 'end',
      sortable: true,
      text: ofGroup(({ longestMs }) => length(longestMs)),
    },
    {
      key: 'firstMs',
      title: t('all-events.first'),
      width: 150,
      hidden: true,
      text: ofGroup(({ firstMs }) => format.dateTime(firstMs)),
    },
    {
      key: 'lastMs',
      title: t('all-events.last'),
      width: 150,
      sortable: true,
      text: ofGroup(({ lastMs }) => format.dateTime(lastMs)),
    },
  ])
}
