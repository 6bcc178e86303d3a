import { useI18n } from 'vue-i18n'
import type { Verbatim } from '../../../electron/contract/records.ts'
import type { HomelessDevice, StationDevice } from '../../../electron/contract/stations.ts'
import { useFormat } from '../../stores/words/format.ts'

/** How devices of stations are named wherever several stand beside each other. */
export function useDeviceWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()

  /** By its serial number, which stands on the device itself; by its key where nobody knows that. */
  function nameOf(device: { equipmentId: number | null; equipmentSerialNumber: Verbatim }): string {
    const { equipmentId, equipmentSerialNumber: serial } = device
    if (serial !== null && serial !== '') return t('devices.numbered', { serial: format.verbatim(serial) })
    return equipmentId === null ? t('devices.nobody') : t('devices.keyed', { id: equipmentId })
  }
  const fromOf = ({ fromMs }: Pick<StationDevice, 'fromMs'>) => (fromMs === null ? t('devices.sinceFirst') : format.dateTime(fromMs))
  const toOf = ({ toMs }: Pick<StationDevice, 'toMs'>) => (toMs === null ? t('devices.now') : format.dateTime(toMs))
  /** In days: beside others in a list. */
  const daysOf = ({ fromMs, toMs }: Pick<StationDevice, 'fromMs' | 'toMs'>) =>
    t('charts.fromTo', { from: fromMs === null ? '…' : format.date(fromMs), to: toMs === null ? t('devices.now') : format.date(toMs) })

  const homelessName = ({ equipmentId, serial }: HomelessDevice) => nameOf({ equipmentId, equipmentSerialNumber: serial })
  function homelessText(device: HomelessDevice): string {
    const { records, firstMs, lastMs } = device
    const span = firstMs === null || lastMs === null ? '—' : t('charts.fromTo', { from: format.date(firstMs), to: format.date(lastMs) })
    return t('devices.homelessOne', { device: homelessName(device), records: format.counted('common.records', records), span })
  }
  return { nameOf, fromOf, toOf, daysOf, homelessText }
}
