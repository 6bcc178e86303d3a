/** A text up to this long cannot fill the memory, whatever stands in it. */
const HARMLESS = 64 * 1024
const MOST_NESTED = 64
/** The most lists and objects in one text: each takes some 60 bytes of memory and may be two characters long. */
const MOST_CONTAINERS = 400_000

/**
 * JSON that somebody may have made to do harm; undefined where it is none, or where it nests so deep or holds so many lists
 * and objects that parsing it would fill the memory. Bound the text itself before.
 */
export function foreignJson(text: string): unknown {
  if (text.length > HARMLESS && !isParseable(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** Square and curly brackets. */
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

function isParseable(text: string): boolean {
  let depth = 0
  let containers = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (isInText) at += code === BACKSLASH ? 1 : 0
    else if (isClosing(code)) depth--
    else if (isOpening(code) && (++depth > MOST_NESTED || ++containers > MOST_CONTAINERS)) return false
  }
  return true
}
