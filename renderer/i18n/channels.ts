import { useI18n } from 'vue-i18n'
import type { ChannelInfo } from '../../electron/contract/readings.ts'

/** Names of channels: the directory's; else ours for the unified codes that the service document explains; else the code. */
export function useChannelNames() {
  const { t, te } = useI18n({ useScope: 'global' })
  return {
    channelName: (channel: Pick<ChannelInfo, 'channelVarname' | 'channelName'>) =>
      channel.channelName ??
      (te(`channel.${channel.channelVarname}`) ? t(`channel.${channel.channelVarname}`) : channel.channelVarname),
  }
}
