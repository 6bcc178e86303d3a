/**
 * The source text of each element of the top-level `data` array of a JSON document, verbatim (parsing and printing a
 * record again would lose digits, order and duplicate keys). Only used when a record was rejected, and only on text that
 * JSON.parse has accepted, so it need not check the syntax.
 */
export function dataSlices(json: string): string[] {
  const start = dataStart(json)
  if (start === -1) return []
  const slices: string[] = []
  let at = skipSpace(json, start + 1)
  while (at < json.length && json[at] !== ']') {
    const end = valueEnd(json, at)
    slices.push(json.slice(at, end).trimEnd())
    at = skipSpace(json, end)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return slices
}

/** Where the array of the last top-level `data` key opens (JSON.parse keeps the last of duplicate keys); -1 without one. */
function dataStart(json: string): number {
  let found = -1
  let at = skipSpace(json, 0)
  if (json[at] !== '{') return -1
  at = skipSpace(json, at + 1)
  while (at < json.length && json[at] === '"') {
    const keyEnd = stringEnd(json, at)
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const valueAt = skipSpace(json, skipSpace(json, keyEnd) + 1)
    if (key === 'data') found = json[valueAt] === '[' ? valueAt : -1
    at = skipSpace(json, valueEnd(json, valueAt))
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return found
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (at < json.length && (json.charCodeAt(at) <= 32 || json.charCodeAt(at) === 0xfeff)) at++
  return at
}

/** One past the closing quote. */
function stringEnd(json: string, open: number): number {
  let at = open + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

/** One past the value that starts at `from`. */
function valueEnd(json: string, from: number): number {
  let depth = 0
  let at = from
  while (at < json.length) {
    const char = json[at]
    if (char === '"') {
      at = stringEnd(json, at)
      if (depth === 0) return at
      continue
    }
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (char === ',' && depth === 0) return at
    at++
  }
  return at
}
