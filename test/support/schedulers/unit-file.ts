/** A unit as systemd reads it (systemd.syntax(7), systemd.service(5) 'Command lines'), written from its manual and not from our texts. */

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', s: ' ', '"': '"', "'": "'", '\\': '\\' }

/** The words of a line: quotes and escapes are taken away, specifiers are read. @throws Error for what systemd would read as something else. */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (sign === '\\') {
      const next = line[++at] ?? ''
      if (!(next in ESCAPED)) throw new Error(`an escape that systemd does not know: \\${next}`)
      word = (word ?? '') + ESCAPED[next]
    } else if (quote !== null) {
      if (sign === quote) quote = null
      else word = (word ?? '') + sign
    } else if ((sign === '"' || sign === "'") && word === null) {
      quote = sign
      word = ''
    } else if (sign === ' ') {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + sign
  }
  if (quote !== null) throw new Error('a quote that does not end')
  if (word !== null) words.push(word)
  return words.map(withoutSpecifiers)
}

export function withoutSpecifiers(text: string): string {
  return text.replaceAll(/%(.?)/gsu, (whole, letter: string) => {
    if (letter === '%') return '%'
    throw new Error(`a specifier: ${whole}`)
  })
}

/** The arguments of ExecStart: in all but the program `$` begins a variable. */
export function commandOf(line: string): string[] {
  const [program = '', ...args] = wordsOf(line)
  if (!program.startsWith('/')) throw new Error(`no program: ${program}`)
  if (/["'\\]/.test(program)) throw new Error('Executable name contains special characters')
  return [
    program,
    ...args.map((arg) =>
      arg.replaceAll(/\$(\$|\w+|\{)?/g, (whole, next: string | undefined) => {
        if (next === '$') return '$'
        if (next === undefined) return '$'
        throw new Error(`a variable: ${whole}`)
      }),
    ),
  ]
}

/** The values of a key in a section. */
export function valuesOf(unit: string, key: string): string[] {
  return unit
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1))
}
