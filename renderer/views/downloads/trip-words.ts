import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../electron/contract/called.ts'
import type { ListedTrip, StationsMeant, TripChoices } from '../../../electron/contract/named-trips.ts'
import { nodeIn, useTree } from '../../stores/tree.ts'
import { useFormat } from '../../stores/words/format.ts'

/** The provider or the consumer whose stations a trip means. */
interface TripPlace {
  kind: 'provider' | 'consumer'
  id: number
}
/** Null: it means others, or a filter says more than one of them alone. */
export function placeMeant(meant: StationsMeant | null): TripPlace | null {
  if (meant?.of !== 'filter' || meant.text !== undefined || meant.conditions !== undefined) return null
  const { providerId, consumerId } = meant
  if (consumerId !== undefined) return providerId === undefined ? { kind: 'consumer', id: consumerId } : null
  return providerId === undefined ? null : { kind: 'provider', id: providerId }
}

/** What plans and trips ask for, in words. */
export function useTripWords() {
  const { t, te } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const tree = useTree()

  const placeName = ({ kind, id }: TripPlace): string => nodeIn(tree.roots, kind, id)?.name ?? calledBy(null, id)

  /** The archives of a plan by the names of its groups. */
  const archives = (codes: readonly string[]): string =>
    codes
      .map((word) => (te(`downloads.word.${word}`) ? t(`downloads.word.${word}`) : te(`archive.${word}`) ? t(`archive.${word}`) : word))
      .join(', ')

  function stations({ stations: meant, stationsNow }: Pick<ListedTrip, 'stations' | 'stationsNow'>): string {
    const count = stationsNow === null ? t('trips.unknownCount') : format.counted('common.stations', stationsNow)
    if (meant.of === 'these') return count
    const place = placeMeant(meant)
    const whose =
      meant.of === 'all'
        ? t('trips.allStations')
        : meant.of === 'order'
          ? t('trips.ofOrder')
          : place
            ? placeName(place)
            : t('trips.byFilter')
    return `${whose} · ${count}`
  }
  const days = (span: TripChoices['span']): string =>
    'days' in span ? format.counted('trips.lastDays', span.days) : format.days(span.from, span.to)
  const freshness = (fresh: TripChoices['fresh']): string =>
    fresh === null ? t('trips.notFresh') : t('trips.everyHours', { n: format.number(fresh.everyHours) })

  return { archives, stations, days, freshness }
}
