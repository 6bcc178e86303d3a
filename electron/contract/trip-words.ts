/** Free of zod, for the window too. */

/** A trip has no more stations: it is one list, moved by hand. */
export const MOST_STOPS = 500
