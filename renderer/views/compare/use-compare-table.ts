import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { StationDetail } from '../../../electron/contract/stations.ts'
import type { client } from '../../client.ts'
import { useArchiveNames } from '../../stores/words/archives.ts'
import { useChannelNames } from '../../i18n/channels.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useUnits } from '../../stores/words/units.ts'
import { SPARK_DAYS, useSparklines } from '../../parts/overlay/use-sparklines.ts'

interface SparkCell {
  values: Float64Array
  label: string
}
/** A row of the comparison: a cell for each station, with a small chart where there is one. */
interface Line {
  name: string
  cells: string[]
  sparks: (SparkCell | null)[]
  differs: boolean
  /** The small charts are what the row is about. */
  isWide?: boolean
}
interface Section {
  name: string
  lines: Line[]
}

/** A station with the newest record of each of its archives. */
export interface Compared {
  station: StationDetail
  newest: Awaited<ReturnType<typeof client.readings.newest>>
}

function line(name: string, cells: string[], sparks: (SparkCell | null)[] = []): Line {
  return { name, cells, sparks, differs: new Set(cells).size > 1 }
}

/** The comparison as sections of rows: what each station does, its passport, its newest values. */
export function useCompareTable(ids: () => number[], places: () => readonly Compared[]) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const { marked, shownNamed, shownOf } = useUnits()
  const { archiveName, viewName } = useArchiveNames()
  const { channelName } = useChannelNames()
  const sparklines = useSparklines(ids)
  const sparkLabel = (what: string, lastDay: string) => t('compare.sparkOf', { what, days: SPARK_DAYS, day: format.day(lastDay) })

  const passport = computed<Line[]>(() => {
    const all = places().map((place) => place.station)
    const plain = (
      key: 'consumerName' | 'equipmentBrandName' | 'equipmentSerialNumber' | 'equipmentTypeVarname' | 'uid' | 'phone' | 'statusNameValue',
    ) =>
      line(
        t(`station.field.${key}`),
        all.map((station) => format.verbatim(station[key])),
      )
    const measured = (key: 'volume' | 'pressure' | 'temperature', code: string) =>
      line(
        t(`station.field.${key}Value`),
        all.map((station) => marked(station[`${key}Value`], shownNamed(code, null, station[`${key}Unit`]))),
      )
    return [
      plain('consumerName'),
      line(
        t('station.field.provider'),
        all.map((station) => station.providerPath.map(format.verbatim).join(' › ') || '—'),
      ),
      plain('equipmentBrandName'),
      plain('equipmentSerialNumber'),
      plain('equipmentTypeVarname'),
      plain('uid'),
      plain('phone'),
      plain('statusNameValue'),
      measured('volume', 'Vwork'),
      measured('pressure', 'P'),
      measured('temperature', 'T'),
      line(
        t('station.lastSession'),
        all.map((station) => (station.heardMs === null ? '—' : format.dateTime(station.heardMs))),
      ),
    ]
  })

  /** Each station's main channel in its last days. */
  const main = computed<Line[]>(() => {
    const mains = places().map(({ station }) => sparklines.main(station.id))
    if (mains.every((spark) => spark === null)) return []
    const cells = mains.map((spark) => (spark ? channelName(spark.channel) : '—'))
    const sparks = mains.map((spark, at) => spark && { values: spark.values, label: sparkLabel(cells[at] ?? '', spark.lastDay) })
    return [{ ...line(t('compare.lastDays', { days: SPARK_DAYS }), cells, sparks), isWide: true }]
  })

  const archives = computed<Section[]>(() => {
    const keys = new Map<string, { archiveType: string; view: string; channels: Map<string, string> }>()
    for (const { newest } of places()) {
      for (const block of newest) {
        const key = `${block.archiveType} ${block.view}`
        const group = keys.get(key) ?? { archiveType: block.archiveType, view: block.view, channels: new Map() }
        for (const { channel } of block.values) {
          // Devices name channels in several languages; the names of the first one are shown.
          const { channelVarname } = channel
          if (!group.channels.has(channelVarname)) group.channels.set(channelVarname, channelName(channel))
        }
        keys.set(key, group)
      }
    }
    return [...keys.values()].map(({ archiveType, view, channels }) => {
      const blocks = places().map((place) => place.newest.find((block) => block.archiveType === archiveType && block.view === view))
      const times = line(
        t('compare.time'),
        blocks.map((block) => (block ? format.dateTime(block.atMs) : '—')),
      )
      const values = [...channels].map(([code, name]) =>
        line(
          name,
          blocks.map((block) => {
            const found = block?.values.find((value) => value.channel.channelVarname === code)
            return found ? marked(found.value, shownOf(found.channel)) : '—'
          }),
          places().map(({ station }) => {
            const spark = sparklines.ofChannel(station.id, archiveType, view, code)
            return spark && { values: spark.values, label: sparkLabel(name, spark.lastDay) }
          }),
        ),
      )
      return { name: `${archiveName(archiveType)} · ${viewName(view)}`, lines: [times, ...values] }
    })
  })

  return computed<Section[]>(() => [{ name: t('station.passport'), lines: [...main.value, ...passport.value] }, ...archives.value])
}
