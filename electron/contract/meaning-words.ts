/**
 * Words inside values, units and entries, in the makers' languages, that rules look for: docs/field-rules.md, section F. What a
 * whole channel, setting or message means stands in `meaning-table.ts`; here is what a part of it says.
 */

/** Names of an event's entries with the value before and after a change. */
export const OLD_ENTRY = /^old|before|прежн|стар|было/iu
export const NEW_ENTRY = /^new|after|нов|стало/iu

/** Names of an event's entries with who did it. */
export const WHO_ENTRY = /^(?:who|user|login|operator|author|access)|^(?:кто|польз|логин|оператор|автор|доступ|исполн)/iu

/** Words in a setting that say the basis of a pressure. */
export const SAYS_ABSOLUTE = /абс|abs/iu
export const SAYS_GAUGE = /изб|gauge/iu

/** Channels that stand beside the gas that is metered: the inlet, the outlet, the air. */
export const BESIDE_THE_GAS = /bar|in|out|вх|вых|атм/iu

/** Units of time, as a device writes them after a number. */
export const MILLISECONDS = /^(?:мс|ms|msec)/iu
export const SECONDS = /^(?:с|сек|s|sec)/iu
export const MINUTES = /^(?:мин|min|m$)/iu
export const HOURS = /^(?:ч|час|h|hour)/iu
export const MONTHS = /мес|month/iu

/** Names of settings that move by themselves. */
export const MOVES_BY_ITSELF =
  /наработ|накопл|нараст|показани|остат|заряд|батар|напряжени|текущ|мгновен|счетчик (?:импульс|записей|сеанс|событ)|уровень сигнал|время работы|uptime|operating (?:hours|time)|battery|voltage|totali[sz]er|accumulat|index|current (?:value|reading)|signal|record count/iu

/** Names of what the conversion factor depends on, besides the settings with a role of their own. */
export const CONVERTS =
  /состав|плотност|азот|метан|углекисл|co2|n2|сжимаем|коэфф?ициент|composition|density|nitrogen|methane|carbon|compressib|factor/iu

/** An event says that the device counts with a substitute. */
export const SAYS_SUBSTITUTE = /подстанов|договорн\p{L}{0,5} значени|условно-постоянн|substitut|default value|keypad value/iu

/** The words that makers put between the word of a begin and the situation's name; a part of a pattern. */
export const OF_A_SITUATION = '(?:нс|нештатн\\p{L}* ситуаци\\p{L}*|(?:of )?(?:the )?(?:abnormal )?situation)(?!\\p{L})'

/** An event or a summary is about the power supply. */
export const SAYS_POWER = /питани|power|supply/iu

/** Beginnings of words that every summary has: they do not say what it sums. */
export const SAYS_SUMMARY =
  /^(?:сводк|итог|обще|время|сутк|начал|конец|оконч|возни|нешта|ситуа|summa|total|time|durat|begin|start|end|abnor|situa)/u
