/**
 * Reads CSV after RFC 4180 and nothing else: a quote inside a bare field, text behind a closing quote, a bare line feed,
 * a row of another length or a last line without its end is an error.
 */
export function strictCsv(text: string, delimiter: ',' | ';'): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    row.push(text[at] === '"' ? quotedField() : bareField())
    if (text[at] === delimiter) at++
    else if (text.startsWith('\r\n', at)) {
      at += 2
      if (row.length !== (rows[0] ?? row).length) throw new Error(`row ${rows.length} has ${row.length} fields`)
      rows.push(row)
      row = []
    } else throw new Error(`neither a separator nor a line end at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`)
  }
  if (row.length > 0) throw new Error('the last line does not end')
  return rows

  function quotedField(): string {
    let field = ''
    for (at++; ; at++) {
      if (at >= text.length) throw new Error('a quote that does not end')
      if (text[at] !== '"') field += text[at]
      else if (text[at + 1] === '"') field += text[at++]
      else break
    }
    at++
    return field
  }

  function bareField(): string {
    const end = /[,;"\r\n]/g
    const from = at
    for (;;) {
      end.lastIndex = at
      const found = end.exec(text)
      if (!found) throw new Error('the last line does not end')
      at = found.index
      if (found[0] === delimiter || found[0] === '\r') return text.slice(from, at)
      if (found[0] === '"' || found[0] === '\n') throw new Error(`a bare field with ${JSON.stringify(found[0])}`)
      at++
    }
  }
}

/** What a spreadsheet makes of a CSV text when its separator is another than the file's: quotes count at the start of a field only. */
export function looseCells(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let [cell, quoted] = ['', false]
  let fresh = true
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (fresh && char === '"') {
      quoted = true
      fresh = false
    } else if (char === delimiter || char === '\r' || char === '\n') {
      cells.push(cell)
      cell = ''
      fresh = true
    } else {
      cell += char
      fresh = false
    }
  }
  return [...cells, cell]
}
