import { useI18n } from 'vue-i18n'
import { useArchiveNames } from '../../stores/words/archives.ts'
import { useChannelNames } from '../../i18n/channels.ts'

/** The record in words: `device 101, archive Hourly, time (UTC) 2026-10-01T08:00:00.000Z`. */
export function useRecordWords() {
  const { t, te } = useI18n({ useScope: 'global' })
  const { archiveName, viewName } = useArchiveNames()
  const { channelName } = useChannelNames()
  /** A field of report.json is a path; messages are told apart by points. */
  function fieldName(name: string): string {
    const key = `evidence.field.${name.replaceAll('.', '_')}`
    return te(key) ? t(key) : name
  }
  function valueWord(name: string, value: string): string {
    if (name === 'archive_type') return archiveName(value)
    if (name === 'view') return viewName(value)
    return name === 'channel' ? channelName({ channelVarname: value, channelName: null }) : value
  }
  const recordName = (record: Readonly<Record<string, string>> | null): string =>
    record === null
      ? ''
      : Object.entries(record)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => `${fieldName(name)} ${valueWord(name, value)}`)
          .join(', ')
  return { recordName, fieldName }
}
