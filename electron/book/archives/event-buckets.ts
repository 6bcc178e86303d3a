/** The table `event_bucket`, which counts the events of each series by stretches of time. */

/** The id under which the events of all series are counted together. */
export const ALL_SERIES = 0
/** The length of a stretch, ms (24.9 days). */
export const BUCKET_MS = 2 ** 31
