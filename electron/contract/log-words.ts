/** How grave a line of the program's log is: usual, worth a look, something went wrong. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What the program has to tell once of how it fared: the last run ended badly, or a part of it was started anew. */
export const MISHAPS = ['ended-badly', 'page', 'analyst', 'events'] as const
export type Mishap = (typeof MISHAPS)[number]
