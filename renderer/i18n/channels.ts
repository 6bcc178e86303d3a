import { useI18n } from 'vue-i18n'
import type { ChannelInfo } from '../../electron/contract/readings.ts'

/** Names of channels: the service's, where it gives one; else ours for the codes that we know, with the code beside; else the code. */
export function useChannelNames() {
  const { t, te } = useI18n({ useScope: 'global' })
  return {
    channelName({ channelName, channelVarname }: Pick<ChannelInfo, 'channelVarname' | 'channelName'>): string {
      if (channelName !== null) return channelName
      const key = `channel.${channelVarname}`
      return te(key) ? t('charts.channelOfCode', { name: t(key), code: channelVarname }) : channelVarname
    },
  }
}
