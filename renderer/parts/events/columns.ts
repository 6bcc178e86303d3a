import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { EventRow } from '../../../electron/contract/events.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useArchiveNames } from '../../stores/words/archives.ts'
import { useFormat } from '../../stores/words/format.ts'

/** The text of an event: the description in the device's archive, else that of the message reference. */
export function eventWords(row: EventRow): string {
  const own = row.codeDescription
  if (typeof own === 'string' && own !== '') return own
  return row.messageName ?? row.messageDescription ?? ''
}

/** Columns of the event log. The raw code is always shown beside its meaning. */
export function useEventColumns() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const { archiveName } = useArchiveNames()

  return computed<GridColumn<EventRow>[]>(() => [
    {
      key: 'atMs',
      title: t('events.time'),
      width: 196,
      pinned: true,
      sortable: true,
      text: (row) => format.instant(row.atMs),
      title2: (row) => format.exact(row.atMs),
      copied: (row) => format.stamp(row.atMs),
    },
    { key: 'archiveType', title: t('events.archive'), width: 134, text: (row) => archiveName(row.archiveType) },
    {
      key: 'code',
      title: t('events.code'),
      width: 70,
      align: 'end',
      searched: true,
      text: (row) => format.verbatim(row.code),
      tone: () => 'mono',
    },
    {
      key: 'words',
      title: t('events.description'),
      width: 228,
      grow: true,
      searched: true,
      text: (row) => eventWords(row) || '—',
    },
    {
      key: 'valCode',
      title: t('events.valCode'),
      width: 84,
      // With a unit it is a measured value, without one a code or a state.
      text: (row) => (row.izm === null || row.izm === '' ? format.verbatim(row.valCode) : format.quantity(row.valCode)),
      title2: (row) => format.verbatim(row.valCode),
      copied: (row) => format.verbatim(row.valCode),
      tone: (row) => (row.valCode === null || row.valCode === '' ? 'muted' : 'mono'),
    },
    {
      key: 'izm',
      title: t('events.izm'),
      width: 72,
      text: (row) => format.verbatim(row.izm),
      tone: (row) => (row.izm === null || row.izm === '' ? 'muted' : ''),
    },
    {
      key: 'channelVarname',
      title: t('events.channel'),
      width: 90,
      hidden: true,
      text: (row) => format.verbatim(row.channelVarname),
      tone: () => 'mono',
    },
    {
      key: 'messageDescription',
      title: t('events.messageDescription'),
      width: 260,
      hidden: true,
      text: (row) => format.verbatim(row.messageDescription),
    },
  ])
}
