import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LogGroup, LogRow } from '../../../electron/contract/all-events.ts'
import { calledBy } from '../../../electron/contract/called.ts'
import type { CellFilter } from '../../components/grid/menu/entries.ts'
import { eventCellFilter, messageKeyOf } from '../../parts/events/cell-filter.ts'
import { eventWords } from '../../parts/events/columns.ts'
import { keyOfMessage } from '../../places/log.ts'
import type { Line } from './group-columns.ts'
import type { LogFilterState } from './use-log-filter.ts'

/** The menus of the log of all stations narrow it, or leave something out. Null: the log has no such filter. */
export function useLogCellFilter(state: LogFilterState) {
  const { t } = useI18n({ useScope: 'global' })
  const { except, archives, messages, stations, consumers, situation } = state
  const byArchive = eventCellFilter({
    setArchives: (list) => (archives.value = list),
    setMessages: () => undefined,
    archives: () => archives.value,
    messages: () => [],
  })

  /** One value of a facet: only it, or all but it. */
  function oneOf<Key>(chosen: Ref<Key[]>, leftOut: Ref<Key[]>, key: Key): CellFilter {
    const without = (list: readonly Key[]) => list.filter((one) => one !== key)
    return {
      only() {
        chosen.value = [key]
        leftOut.value = without(leftOut.value)
      },
      except() {
        chosen.value = without(chosen.value)
        leftOut.value = [...without(leftOut.value), key]
      },
    }
  }

  type Placed = Pick<LogRow, 'stationId' | 'stationName' | 'consumerId' | 'consumerName'>
  const byStation = ({ stationId: id, stationName }: Placed): CellFilter | null =>
    id === null ? null : { ...oneOf(stations, except.stations, id), said: calledBy(stationName, id) }
  const byConsumer = ({ consumerId: id, consumerName }: Placed): CellFilter | null =>
    id === null ? null : { ...oneOf(consumers, except.consumers, id), said: calledBy(consumerName, id) }
  const byMessage = (key: string | null) => (key === null ? null : oneOf(messages, except.messages, key))
  function bySituation({ situation: one }: LogRow): CellFilter | null {
    if (one?.part !== 'open' && one?.part !== 'begin') return null
    const wanted = one.part === 'open' ? 'open' : 'begun'
    return { only: () => (situation.value = wanted), said: t(`all-events.situation.${wanted}`) }
  }

  function ofRow(row: LogRow, column: string): CellFilter | null {
    switch (column) {
      case 'station':
        return byStation(row)
      case 'consumerName':
        return byConsumer(row)
      case 'code':
      case 'words':
        return byMessage(messageKeyOf(row))
      case 'lastingMs':
        return bySituation(row)
      default:
        return byArchive(row, column)
    }
  }

  function ofGroup(group: LogGroup, column: string): CellFilter | null {
    if (column === 'consumer') return byConsumer(group)
    if (column !== 'name') return null
    return group.message ? byMessage(keyOfMessage(group.message)) : byStation(group)
  }

  /** A line of the log in groups; an event below a group is narrowed by what its group does not say. */
  function ofLine(line: Line, column: string): CellFilter | null {
    if (line.kind === 'group') return ofGroup(line.group, column)
    if (column !== 'name') return ofRow(line.event, column)
    if (state.grouping.value === 'message') return ofRow(line.event, 'station')
    const filter = ofRow(line.event, 'words')
    return filter && { ...filter, said: eventWords(line.event) || String(line.event.code ?? '') }
  }
  return { ofRow, ofLine }
}
