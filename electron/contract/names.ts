import type { NAMED_ARCHIVES } from './archives.ts'
import type { NAMED_CHANNELS } from './channels.ts'
import type { ReadingView } from './records.ts'
import type { OfferedScreen } from './screens.ts'

/** What people call archives, views, channels and screens, by their codes: the same in the window, in files and in their names. */
export interface Names {
  archive: Record<(typeof NAMED_ARCHIVES)[number], string>
  view: Record<ReadingView, string>
  channel: Record<(typeof NAMED_CHANNELS)[number], string>
  screen: Record<OfferedScreen['name'], string>
}
