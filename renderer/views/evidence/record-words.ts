import { useI18n } from 'vue-i18n'

/** Which record it is, in words: `device 101, archive hourly, time (UTC) 2026-10-01T08:00:00.000Z`. */
export function useRecordWords() {
  const { t, te } = useI18n({ useScope: 'global' })
  const fieldName = (name: string): string => (te(`evidence.field.${name}`) ? t(`evidence.field.${name}`) : name)
  const recordName = (record: Readonly<Record<string, string>> | null): string =>
    record === null
      ? ''
      : Object.entries(record)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => `${fieldName(name)} ${value}`)
          .join(', ')
  return { recordName }
}
