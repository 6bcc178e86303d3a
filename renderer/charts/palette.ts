/**
 * Colours of channels, after Okabe and Ito: people with any colour blindness can tell them apart. Each theme has its own
 * shades, all with a contrast of at least 3:1. The order is fixed, so a channel keeps its colour when others are hidden.
 */
const LIGHT = ['#0060a8', '#c04a00', '#00795a', '#a8508a', '#7a6200', '#1a8fc4', '#5b4bb5', '#5f6b76'] as const
const DARK = ['#5aaef2', '#f58a3c', '#2fc79a', '#e08fc0', '#e6c93a', '#8fd6fb', '#a99bf5', '#b3bdc7'] as const

/** After eight channels the colours repeat with another dash. */
const DASHES = ['solid', 'dashed', 'dotted'] as const

export interface ChannelLook {
  color: string
  dash: (typeof DASHES)[number]
}

/** The look of the channel at a place in the archive's channel list. */
export function channelLook(index: number, dark: boolean): ChannelLook {
  const colors = dark ? DARK : LIGHT
  return {
    color: colors[index % colors.length] ?? colors[0],
    dash: DASHES[Math.floor(index / colors.length) % DASHES.length] ?? 'solid',
  }
}

/** Shapes (ECharts symbols) tell event archives apart without colour. Their colours are in the style sheet (`--mb-archive-…`). */
const SYMBOLS: Record<string, string> = {
  alarm: 'triangle',
  nesht: 'diamond',
  nesht_svod: 'rect',
  changes: 'roundRect',
  event: 'circle',
  valve: 'pin',
  seance: 'arrow',
}

/** Shape of an event archive's marks; a circle for one that is not known yet. */
export const archiveSymbol = (archiveType: string): string => SYMBOLS[archiveType] ?? 'circle'
