const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it stands in HTML, in an element or between quotes: what the service or a colleague wrote is never markup. */
export const htmlText = (text: string): string =>
  text
    .replaceAll(/[&<>"']/gu, (character) => ESCAPES[character] ?? character)
    // oxlint-disable-next-line no-control-regex -- HTML has no such characters
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, '\ufffd')
