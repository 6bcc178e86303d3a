/** Where a text says a name as a whole word, in any case. */
export function placesOf(text: string, name: string): { from: number; to: number }[] {
  const literal = name.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)
  if (literal === '') return []
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu'))].map(({ index }) => ({
    from: index,
    to: index + name.length,
  }))
}
