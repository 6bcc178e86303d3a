import type { Verbatim } from '../../contract/records.ts'

/** A code as its word; one that has none stays as it is. */
export const shownWord =
  (words: Readonly<Record<string, string>>) =>
  (code: Verbatim): string =>
    Object.hasOwn(words, String(code)) ? (words[String(code)] ?? '') : String(code)
