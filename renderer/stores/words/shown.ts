import type { Verbatim } from '../../../electron/contract/records.ts'

declare const mark: unique symbol
/** An interface, so that a marked text is not taken for an object that the service sent. */
interface Mark {
  readonly [mark]: true
}

/**
 * A number as people read it. No formatter takes it again: the comma that English writes between thousands would be read as
 * a decimal sign.
 */
export type Shown = string & Mark

/** A value as the service or a person wrote it, which the one parser (`i18n/quantity.ts`) reads: never a formatted number. */
export type Unformatted = Exclude<Verbatim, string> | (string & { readonly [mark]?: never })

/** The sign that people read before a negative number; programs write and read '-'. */
const MINUS = '−'

/** A text that Intl made of a number, with a true minus. */
export const shown = (text: string): Shown => text.replace('-', MINUS) as Shown

/** The number with the minus that programs read. */
export const withPlainMinus = (text: string): string => (text.startsWith(MINUS) ? `-${text.slice(1)}` : text)
