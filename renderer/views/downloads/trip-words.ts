import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../electron/contract/called.ts'
import type { ListedTrip, TripChoices } from '../../../electron/contract/named-trips.ts'
import { useTree, type TreeNode } from '../../stores/tree.ts'
import { useFormat } from '../../stores/words/format.ts'

/** What plans and trips ask for, in words. */
export function useTripWords() {
  const { t, te } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const tree = useTree()

  function nodeName(kind: 'provider' | 'consumer', id: number): string {
    const find = (nodes: readonly TreeNode[]): TreeNode | undefined => {
      for (const node of nodes) {
        const found = node.kind === kind && node.id === id ? node : find(node.children)
        if (found) return found
      }
      return undefined
    }
    return find(tree.roots)?.name ?? calledBy(null, id)
  }

  /** The archives of a plan by the names of its groups. */
  const archives = (codes: readonly string[]): string =>
    codes
      .map((word) => (te(`downloads.word.${word}`) ? t(`downloads.word.${word}`) : te(`archive.${word}`) ? t(`archive.${word}`) : word))
      .join(', ')

  function stations({ stations: meant, stationsNow }: Pick<ListedTrip, 'stations' | 'stationsNow'>): string {
    const count = stationsNow === null ? t('trips.unknownCount') : format.counted('common.stations', stationsNow)
    if (meant.of === 'these') return count
    const { providerId, consumerId, text, conditions } = meant.of === 'filter' ? meant : {}
    const isPlace = meant.of === 'filter' && text === undefined && conditions === undefined
    const whose =
      meant.of === 'all'
        ? t('trips.allStations')
        : meant.of === 'order'
          ? t('trips.ofOrder')
          : isPlace && consumerId !== undefined
            ? nodeName('consumer', consumerId)
            : isPlace && providerId !== undefined
              ? nodeName('provider', providerId)
              : t('trips.byFilter')
    return `${whose} · ${count}`
  }
  const days = (span: TripChoices['span']): string =>
    'days' in span ? format.counted('trips.lastDays', span.days) : format.days(span.from, span.to)
  const freshness = (fresh: TripChoices['fresh']): string =>
    fresh === null ? t('trips.notFresh') : t('trips.everyHours', { n: format.number(fresh.everyHours) })

  return { archives, stations, days, freshness }
}
