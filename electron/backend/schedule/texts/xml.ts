/** A text between tags. Characters that XML cannot hold are refused before (`refuseUnholdable`). */
export const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
