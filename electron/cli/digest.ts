import { Readable } from 'node:stream'
import { type Command, InvalidArgumentError } from 'commander'
import { digestOf } from '../analysis/answers/digest/digest.ts'
import { clockOf } from '../analysis/station/clock.ts'
import { momentIn } from '../analysis/station/settings/values.ts'
import type { Book } from '../book/book.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { bookInFiles } from '../contract/book-name.ts'
import { zoneSaid } from '../contract/clock-text.ts'
import { DIGEST_KINDS } from '../contract/digest-words.ts'
import type { Digest, DigestLine } from '../contract/digest.ts'
import { digestSpan, digestStation, digestText, moreText } from '../contract/digest-text.ts'
import { visitTongue, type VisitTongue } from '../contract/visit-text.ts'
import { visible } from '../contract/visible.ts'
import { digestHtml } from '../exports/digest-html.ts'
import { writeWhole } from '../exports/file.ts'
import { exportTo } from '../exports/index.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { usualGas, withBook } from './analysis-book.ts'
import { askedClock, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { judge } from './judged.ts'
import { columns, count, plural, shown } from './numbers.ts'
import * as read from './options.ts'
import { UsageError } from './usage-error.ts'

const FORMATS = ['text', 'html', 'pdf', 'json'] as const

interface DigestFlags extends Pick<ClockFlags, 'timeZone'> {
  book: string
  since: string
  format: (typeof FORMATS)[number]
  language: Language
  out?: string
}

/** `meterbook digest`: what is new since somebody looked last, or since a moment. */
export function digestCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('digest')
    .requiredOption('--book <FILE>', 'the book')
    .option('--since <WHEN>', "'last' (when somebody looked last in the window), 2026-10-05, '2026-10-05 14:30' or ISO 8601", since, 'last')
    .option('--format <F>', FORMATS.join(', '), read.oneOf(FORMATS), 'text')
    .option('--language <L>', `of html and pdf: ${LANGUAGES.join(' or ')}`, read.oneOf(LANGUAGES), 'en')
    .addOption(zoneOption('times'))
    .option('--out <FILE>', 'the file to write; else it is printed')
    .addHelpText(
      'after',
      "\nExamples:\n  meterbook digest --book trip.meterbook\n  meterbook digest --book trip.meterbook --since 2026-10-05 --format html --out morning.html\nWhat the book came to know since then, whatever time it is about; verifications and batteries of the next 60 days always. The book is only read: 'looked at' is said in the window. The HTML is one file without scripts; your system sends it. Exit 0, also where nothing is new. Exit 6: records cannot be read, so a station could not be judged.",
    )
    .action((flags: DigestFlags) => {
      const { out, format } = flags
      if (format === 'pdf' && out === undefined) throw new UsageError('A PDF goes to a file: name it with --out FILE.')
      if (out !== undefined) refuseProtected(out)
      return withBook(flags.book, async (book) => {
        const unreadable = await judge(book, terminal)
        const usual = usualGas()
        const nowMs = Date.now()
        const { zone, zoneFrom } = clockOf(book, [], usual, askedClock(flags))
        const digest = await digestOf(book, {
          sinceMs: sinceOf(book, flags.since, zone),
          usual,
          nowMs,
          goesOn: () => !terminal.signal.aborted,
        })
        const exit = unreadable.length > 0 ? EXIT.damaged : EXIT.done
        const tongue = visitTongue('en', zone, nowMs)
        if (format === 'pdf')
          await exportTo(
            book,
            { kind: 'digest', format: 'pdf', reader: 'people', language: flags.language, timeZone: zone, digest },
            out ?? '',
            { signal: terminal.signal },
          )
        else {
          const texts = {
            text: () => `${digestLines(digest, tongue)}\nTimes: ${zoneSaid('en', zone, zoneFrom)}\n`,
            json: () => `${JSON.stringify({ file: book.file, timeZone: zone, ...said(digest, tongue), exit }, null, 2)}\n`,
            html: () => digestHtml(digest, { language: flags.language, timeZone: zone, book: bookInFiles(book) }),
          }
          const text = texts[format]()
          if (out === undefined) terminal.print(text.trimEnd())
          else await writeWhole(out, Readable.from([Buffer.from(text)]), terminal.signal)
        }
        if (out !== undefined) terminal.print(`${visible(out)}: ${plural(linesOf(digest).length, 'line')}`)
        finish(exit)
      })
    })
}

const DATED = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?$/u
function since(text: string): string {
  const when = text.trim()
  if (when.toLowerCase() === 'last') return 'last'
  if (!DATED.test(when)) throw new InvalidArgumentError("Write 'last', 2026-10-05, '2026-10-05 14:30', or ISO 8601 with its offset.")
  return when
}

/** Null: since the book knows anything. */
function sinceOf(book: Book, when: string, zone: string): number | null {
  if (when === 'last') return book.digest.lookedAtMs()
  const atMs = /(?:Z|[+-]\d\d:?\d\d)$/u.test(when) && when.length > DAY ? Date.parse(when) : momentIn(whole(when), zone)
  if (atMs === null || Number.isNaN(atMs)) throw new UsageError(`'${visible(when)}' is no time that exists.`)
  return atMs
}
const DAY = 'yyyy-mm-dd'.length
const whole = (when: string): string => (when.length === DAY ? `${when} 00:00` : when.replace('T', ' '))

const linesOf = ({ kinds }: Digest): DigestLine[] => kinds.flatMap(({ lines }) => lines)

/** As the window says it, each line with its sentence. */
const said = ({ kinds, ...digest }: Digest, tongue: VisitTongue) => ({
  ...digest,
  kinds: kinds.map(({ lines, ...kind }) => ({ ...kind, lines: lines.map((line) => ({ ...line, sentence: digestText(line, tongue) })) })),
})

function digestLines(digest: Digest, tongue: VisitTongue): string {
  const words = wordsOf('en').digest
  const span = digestSpan(digest, tongue)
  if (digest.kinds.length === 0) return words.nothing(span)
  const parts = DIGEST_KINDS.flatMap((kind) => digest.kinds.filter((one) => one.kind === kind)).map((one) => {
    const more = moreText(one, 'en')
    const rows = one.lines.map((line) => [
      shown(digestStation(line)),
      line.m3 === null ? '' : `${tongue.number(line.m3, 2)} m³`,
      shown(digestText(line, tongue)),
    ])
    return [`${words.kind[one.kind]}: ${count(one.total)}`, columns(rows), ...(more === '' ? [] : [`… ${more}`]), ''].join('\n')
  })
  return [span, '', ...parts].join('\n')
}
