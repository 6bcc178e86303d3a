/** Texts as XML in the way that spreadsheets read it. */

/** Characters that XML cannot hold, and the underscore of texts that Excel would read as such a character. */
const UNREADABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g // oxlint-disable-line no-control-regex
/** A reader of XML takes a bare carriage return for a new line. */
const MARKUP = /[&<>"\r]/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
const NEEDS_CARE = /[&<>"\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_x[0-9A-Fa-f]{4}_|[\uD800-\uDFFF]/ // oxlint-disable-line no-control-regex

/** A text between tags or quotes; control characters as `_x0007_`, as ISO/IEC 29500 (ST_Xstring) has them. */
export function escaped(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(UNREADABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(MARKUP, (one) => ENTITIES[one] ?? one)
}

/** A text for a place that has no such spelling (names of sheets, document properties): without what XML cannot hold. */
export const plainXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u001F\uFFFE\uFFFF]/g, ' ') // oxlint-disable-line no-control-regex
    .replaceAll(MARKUP, (one) => ENTITIES[one] ?? one)

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
