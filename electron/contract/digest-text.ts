import { type Language, wordsOf } from '../words/index.ts'
import { cutForEye, SHOWN } from './cut.ts'
import type { Digest, DigestLine } from './digest.ts'
import { calledBy } from './called.ts'
import type { VisitTongue } from './visit-text.ts'

/** A digest in words: in the window, on the command line, in files. Each line is one sentence without its station and its m³. */
export function digestText(line: DigestLine, tongue: VisitTongue): string {
  const { language, moment, day } = tongue
  const { digest: words, rules, findings: said } = wordsOf(language)
  const { kind, rule, detail, fromMs, toMs, count } = line
  const span = fromMs === null ? '' : toMs === null ? words.sinceWhen(moment(fromMs)) : spanText(fromMs, toMs, tongue)
  const what = rule === null ? '' : rules[rule].name
  switch (kind) {
    case 'download':
      return count ? words.download(moment(line.atMs), words.tasks(count)) : words.downloadFailed(moment(line.atMs))
    case 'silent':
      return words.silent(moment(fromMs ?? line.atMs))
    case 'back':
      return toMs === null ? words.backUnknown(moment(fromMs ?? line.atMs)) : words.back(moment(toMs), moment(fromMs ?? toMs))
    case 'limit':
    case 'began': {
      const more = wordOf(said.detail, detail)
      return [`${what}${more === '' ? '' : `: ${more}`}`, archiveOf(line, language), span].filter(Boolean).join(', ')
    }
    case 'ended':
      return detail === 'gone' || toMs === null ? words.gone(`${what}, ${span}`) : words.ended(what, moment(toMs))
    case 'setting':
      return words.changed(settingName(line, language), valuesOf(line, language), whoSays(line, language))
    case 'corrected':
    case 'late':
      return words[kind](words.records(count ?? 0), archiveOf(line, language), span)
    case 'device':
      return words.device(line.before ?? words.unknownValue, line.after ?? words.unknownValue, day(fromMs ?? line.atMs))
    case 'verification':
      return words[detail === 'overdue' ? 'overdue' : 'verification'](dayText(line.day, language))
    case 'battery':
      return words[detail === 'ended' ? 'hasEnded' : 'ends'](words.battery[line.name === 'meter' ? 'meter' : 'telemetry'], day(line.atMs))
    case 'note':
      return words.note(cutForEye(line.name ?? '', SHOWN.name), cutForEye(line.text ?? '', SHOWN.name))
    case 'judged':
      return words[detail === 'anew' ? 'anew' : 'first'](words.findings(count ?? 0), words.stations(line.stations ?? 0))
  }
}

/** 'Since 25 November, 08:00, up to 26 November, 07:30'. */
export function digestSpan({ sinceMs, atMs }: Pick<Digest, 'sinceMs' | 'atMs'>, { language, moment }: VisitTongue): string {
  const words = wordsOf(language).digest
  return `${sinceMs === null ? words.sinceEver : words.since(moment(sinceMs))} ${words.until(moment(atMs))}`
}

/** 'and 12 more' where a kind has more than its lines. */
export const moreText = ({ total, lines }: Digest['kinds'][number], language: Language): string =>
  total > lines.length ? wordsOf(language).digest.more(total - lines.length) : ''

/** The station of a line; nothing where it is about none. */
export const digestStation = ({ stationId, stationName }: DigestLine): string =>
  stationId === null ? '' : calledBy(stationName, stationId)

/** A day of the calendar is the same in every zone. */
const dayText = (day: string | null, language: Language): string =>
  day === null
    ? ''
    : new Intl.DateTimeFormat(wordsOf(language).habits.locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.parse(`${day}T00:00:00Z`),
      )

const spanText = (fromMs: number, toMs: number, { language, moment }: VisitTongue): string =>
  fromMs === toMs ? moment(fromMs) : wordsOf(language).digest.fromTo(moment(fromMs), moment(toMs))

/** What a code is called; the code itself where nobody calls it anything. */
function wordOf(words: Readonly<Record<string, string>>, code: string | null): string {
  return code === null ? '' : Object.hasOwn(words, code) ? (words[code] ?? code) : code
}

function archiveOf({ archiveType }: DigestLine, language: Language): string {
  const { names, digest } = wordsOf(language)
  return archiveType === null ? '' : digest.archive(wordOf(names.archive, archiveType))
}

const settingName = ({ name }: DigestLine, language: Language): string =>
  cutForEye(wordOf(wordsOf(language).findings.role, name), SHOWN.name)

function valuesOf({ before, after, unit }: DigestLine, language: Language): string {
  const { unknownValue, became } = wordsOf(language).digest
  const one = (value: string | null) => (value === null ? unknownValue : cutForEye(value, SHOWN.name))
  return `${became(one(before), one(after))}${unit === null || unit === '' ? '' : ` ${cutForEye(unit, SHOWN.name)}`}`
}

/** Who says it, whether they confirm each other, and the words of the log. */
function whoSays({ saidBy, text }: DigestLine, language: Language): string {
  const { by, confirmed, alone } = wordsOf(language).findings
  const who = `${saidBy.map((one) => by[one]).join(' + ')}: ${saidBy.length > 1 ? confirmed : alone}`
  return text === null || text === '' ? who : `${who}; “${cutForEye(text, SHOWN.name)}”`
}
