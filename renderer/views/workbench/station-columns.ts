import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { StationRow } from '../../../electron/contract/stations.ts'
import type { Flag } from '../../../electron/contract/rules.ts'
import { silenceOf } from '../../../electron/contract/time/stale.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { SILENCE_TONES } from '../../components/silence-tones.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useProgram } from '../../stores/program.ts'
import { flagTone } from '../../parts/findings/flags.ts'

/** Every column of the station table. Measured values are shown in the chosen number format with their unit; copies too; tooltips have them as the service sent them. */
export function useStationColumns() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const program = useProgram()

  return computed<GridColumn<StationRow>[]>(() => {
    const nowMs = program.nowMs
    const flagName = (flag: Flag) => t(`findings.flag.${flag}`)
    const title = (key: string) => t(`station.field.${key}`)
    const plain = (key: keyof StationRow & string, width: number, more: Partial<GridColumn<StationRow>> = {}): GridColumn<StationRow> => ({
      key,
      title: title(key),
      width,
      text: (row) => format.verbatim(row[key]),
      tone: (row) => (row[key] === null || row[key] === '' ? 'muted' : ''),
      sortable: true,
      ...more,
    })
    return [
      {
        key: 'name',
        title: title('name'),
        width: 196,
        sortable: true,
        searched: true,
        pinned: true,
        grow: true,
        text: (row) => format.verbatim(row.name),
        tone: (row) => (row.unlistedAtMs === null && row.name !== null ? '' : 'muted'),
      },
      plain('statusNameValue', 140),
      {
        key: 'lastSeanceEventMs',
        title: t('workbench.column.lastSeanceEventMs'),
        width: 124,
        align: 'end',
        sortable: true,
        text: (row) => (row.lastSeanceEventMs === null ? '—' : format.ago(row.lastSeanceEventMs, nowMs)),
        title2: (row) => (row.lastSeanceEventMs === null ? '' : format.absolute(row.lastSeanceEventMs)),
        copied: (row) => (row.lastSeanceEventMs === null ? '' : format.stamp(row.lastSeanceEventMs)),
        tone: ({ lastSeanceEventMs: ms }) => SILENCE_TONES[silenceOf(ms, nowMs)],
      },
      {
        key: 'findings',
        sortable: true,
        title: title('findings'),
        width: 92,
        align: 'end',
        text: (row) => (row.worstFlag === null ? '—' : `${format.number(row.findings)} · ${flagName(row.worstFlag)}`),
        title2: (row) =>
          row.worstFlag === null ? '' : t('findings.openOf', { n: format.number(row.findings), flag: flagName(row.worstFlag) }),
        copied: (row) => String(row.findings),
        tone: (row) => (row.worstFlag === null ? 'muted' : flagTone(row.worstFlag)),
      },
      plain('equipmentSerialNumber', 106, {
        title: t('workbench.column.equipmentSerialNumber'),
        searched: true,
        tone: () => 'mono',
      }),
      plain('equipmentBrandName', 110, { searched: true }),
      {
        key: 'volume',
        sortable: true,
        title: title('volumeValue'),
        width: 148,
        align: 'end',
        text: (row) => format.measured(row.volumeValue, row.volumeUnit),
        title2: (row) => format.asSent(row.volumeValue, row.volumeUnit),
        copied: (row) => format.copied(format.measured(row.volumeValue, row.volumeUnit)),
        tone: (row) => (row.volumeValue === null ? 'muted' : ''),
      },
      {
        key: 'pressure',
        sortable: true,
        title: title('pressureValue'),
        width: 124,
        align: 'end',
        text: (row) => format.measured(row.pressureValue, row.pressureUnit),
        title2: (row) => format.asSent(row.pressureValue, row.pressureUnit),
        copied: (row) => format.copied(format.measured(row.pressureValue, row.pressureUnit)),
        tone: (row) => (row.pressureValue === null ? 'muted' : ''),
      },
      {
        key: 'temperature',
        sortable: true,
        title: title('temperatureValue'),
        width: 110,
        align: 'end',
        text: (row) => format.measured(row.temperatureValue, row.temperatureUnit),
        title2: (row) => format.asSent(row.temperatureValue, row.temperatureUnit),
        copied: (row) => format.copied(format.measured(row.temperatureValue, row.temperatureUnit)),
        tone: (row) => (row.temperatureValue === null ? 'muted' : ''),
      },
      plain('consumerName', 200, { searched: true }),
      {
        key: 'hasData',
        sortable: true,
        title: title('hasData'),
        width: 76,
        text: (row) => (row.hasData ? t('station.inBook') : '—'),
        tone: (row) => (row.hasData ? 'tone-good' : 'muted'),
      },
      plain('uid', 110, { hidden: true, searched: true, tone: () => 'mono' }),
      plain('phone', 120, { hidden: true, searched: true }),
      plain('equipmentTypeVarname', 120, { hidden: true, tone: () => 'mono' }),
      plain('id', 76, { hidden: true, align: 'end', text: (row) => (row.id === null ? '—' : String(row.id)) }),
      plain('equipmentId', 90, {
        hidden: true,
        align: 'end',
        text: (row) => (row.equipmentId === null ? '—' : String(row.equipmentId)),
      }),
      plain('telemetryId', 90, {
        hidden: true,
        align: 'end',
        text: (row) => (row.telemetryId === null ? '—' : String(row.telemetryId)),
      }),
      {
        key: 'unlistedAtMs',
        sortable: true,
        title: title('unlistedAtMs'),
        width: 110,
        hidden: true,
        text: (row) => (row.unlistedAtMs === null ? '—' : format.date(row.unlistedAtMs)),
        copied: (row) => (row.unlistedAtMs === null ? '' : format.stamp(row.unlistedAtMs)),
        tone: (row) => (row.unlistedAtMs === null ? 'muted' : 'tone-warn'),
      },
    ]
  })
}
