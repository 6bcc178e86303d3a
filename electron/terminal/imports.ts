import type { GuessFault, SkipReason } from '../contract/import-map.ts'

/** Why rows of a file became no record. */
export const SKIP_WORDS: Readonly<Record<SkipReason, string>> = {
  told: 'the map says so',
  'no-time': 'no time stands in them',
  'clock-forward': "the station's clock never showed their time",
  'clock-back': 'the clock showed their time twice, and the rows beside them do not tell which is meant',
  'far-time': 'their time lies too far away',
  'other-station': 'they are of another station',
  'no-archive': 'they name no archive',
  'no-values': 'they have no value',
}

/** Why no map was found by itself. */
export const GUESS_WORDS: Readonly<Record<GuessFault, string>> = {
  'no-rows': 'it has no rows',
  'no-time': 'no column has times',
  'no-channels': 'no heading names a channel of the device type',
}
