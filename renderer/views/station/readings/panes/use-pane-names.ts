import { useI18n } from 'vue-i18n'
import type { Pane } from '../../../../charts/panes/arrangement.ts'
import type { ChannelGroup } from '../../../../charts/panes/groups.ts'
import { useChannelNames } from '../../../../i18n/channels.ts'
import type { Series } from '../use-series.ts'

/** The names of panes and their quantities. */
export function usePaneNames(series: () => Series) {
  const { t } = useI18n({ useScope: 'global' })
  const { channelName } = useChannelNames()

  /** The quantity; of one that is not known, the channel itself where there is one only. */
  function groupName({ quantity, channels }: ChannelGroup): string {
    const only = channels.length === 1 ? series().channels[channels[0] ?? -1] : undefined
    return quantity === 'other' && only ? channelName(only) : t(`panes.quantity.${quantity}`)
  }
  const withUnit = (group: ChannelGroup) =>
    group.unit === '' ? groupName(group) : t('panes.inUnit', { name: groupName(group), unit: group.unit })
  const paneName = ({ groups }: Pick<Pane, 'groups'>) =>
    groups.map(withUnit).reduce((first, second) => t('panes.joined', { first, second }))
  return { groupName, paneName }
}
