import type { Command } from 'commander'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { programFolder } from '../backend/program-folder.ts'
import { programFileIn } from '../backend/program-file.ts'
import type { BundleChange, BundleNumber, BundleSignature, Verification } from '../contract/evidence.ts'
import { FAULT_WORDS } from '../words/en/bundle.ts'
import { isDiffering, type ChangeKind, type Container } from '../contract/evidence-words.ts'
import { hoursIn, hoursTold } from '../contract/known-hours.ts'
import { calledBy } from '../contract/called.ts'
import { visible } from '../contract/visible.ts'
import { verifyInThread } from '../exports/evidence/verify-in-thread.ts'
import { checkText, FIELD, OUTCOME, REASON, VERDICT } from '../terminal/verify.ts'
import { wordsOf } from '../words/program.ts'
import { clockText } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { progress } from './evidence.ts'
import { EXIT } from './exit.ts'
import { columns, count, plural, shown } from './numbers.ts'

/** `meterbook verify`: what of a bundle holds, and what was changed, record by record. */
export function verifyCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('verify')
    .argument('<FILE>', 'the bundle, a ZIP')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook verify october.zip\nExit 1: something was changed; each change is named. Exit 5: the file is no bundle.',
    )
    .action(async (file: string, { json }: { json?: boolean }) => {
      const known = programFileIn(defaultDataFolder(terminal.env)).knownKeys()
      const { verification, close } = await verifyInThread(file, {
        version: programFolder().version,
        // The vault, which has one's own key, is not opened here.
        keys: { publicKey: null, known },
        signal: terminal.signal,
        onProgress: progress(terminal),
      })
      await close()
      const exit = verification.holds ? EXIT.done : EXIT.incomplete
      const names = new Map(known.map(({ publicKey, name }) => [publicKey, name]))
      terminal.print(json ? JSON.stringify({ ...verification, exit }, null, 2) : verifyText(verification, names))
      finish(exit)
    })
}

const CONTAINER = {
  'digest-fits': 'its bytes are those that its comment names; anybody can compute that, so it finds damage and proves nothing',
  repacked: 'packed anew or added to by another program: its bytes are compared with nothing, what is in it counts',
  'digest-differs': 'its bytes are not those that its comment names',
} as const satisfies Record<Container, string>

/** A bundle of a whole country has no more time zones than this. */
const SHOWN_CLOCKS = 12

function verifyText(found: Verification, names: ReadonlyMap<string, string>): string {
  const { about, changes, container, signatures, recordsHash, records, numbers, files, checks } = found
  const lines = [`Bundle     ${visible(found.file)}`]
  lines.push(`Verdict    ${verdictText(found, names)}`)
  lines.push(`ZIP        ${CONTAINER[container]}`)
  if (about) {
    const span = about.from === null && about.to === null ? 'all there was' : `${about.from ?? '…'} to ${about.to ?? '…'}`
    lines.push(`Made       ${new Date(about.madeAtMs).toISOString()}${about.program === null ? '' : ` by ${visible(about.program)}`}`)
    lines.push(`Of         ${plural(about.stations, 'station')}, ${span}, form “${visible(about.formTitle?.en ?? about.form)}”`)
  }
  const clocks = about?.clocks ?? []
  for (const one of clocks.slice(0, SHOWN_CLOCKS))
    lines.push(`Clock      ${clockText(one)}${clocks.length > 1 ? `: ${plural(one.stations, 'station')}` : ''}`)
  if (clocks.length > SHOWN_CLOCKS) lines.push(`… and ${plural(clocks.length - SHOWN_CLOCKS, 'more clock')} (--json names them all)`)
  lines.push(`Files      ${count(files.length)}, ${plural(records, 'record')}`)
  if (recordsHash !== null)
    lines.push(
      `Records    ${recordsHash}${isDiffering(checks, 'hash') ? ' (of the records as they are here: not the hash that the bundle states)' : ''}`,
    )
  if (signatures.length === 0) lines.push(`Signature  ${isDiffering(checks, 'signature') ? 'MISSING' : 'none'}`)
  for (const one of signatures) lines.push(`Signature  ${signatureText(one, names, found.holds)}`)
  if (changes.length > 0) lines.push('', ...changes.map(changeText))
  if (found.moreChanges) lines.push('… and more than are named here')
  lines.push(
    '',
    columns(
      checks.map(({ check, outcome, why }) => [
        check === 'signature' && outcome === 'differs' ? 'DOES NOT HOLD' : OUTCOME[outcome],
        checkText(check),
        why === null ? '' : REASON[why],
      ]),
      ['check', 'of what', ''],
    ),
  )
  if (numbers.length > 0) {
    const rows = numbers.map(({ stationId, stationName, stated, computed, isSame }) => [
      calledBy(stationName, stationId),
      m3(stated),
      m3(computed),
      hours(stated),
      hours(computed),
      isSame ? '' : 'differs',
    ])
    lines.push('', columns(rows, ['station', 'm³ stated', 'computed anew', 'hours stated', 'computed anew', '']))
  }
  return lines.join('\n')
}

function verdictText(found: Verification, names: ReadonlyMap<string, string>): string {
  const { verdict, changes, moreChanges, signatures } = found
  if (verdict === 'changed') return `CHANGED: ${plural(changes.length, 'change')}${moreChanges ? ' and more' : ''}`
  const known = signatures.flatMap(({ holds, publicKey }) => (holds ? (names.get(publicKey ?? '') ?? []) : []))
  return VERDICT[verdict](visible(known.join(', ')))
}

const m3 = (one: BundleNumber['stated']): string => (one?.m3 == null ? '—' : String(Math.round(one.m3 * 1000) / 1000))
const hours = (one: BundleNumber['stated']): string => (one === null ? '—' : `${count(hoursTold(one))} of ${count(hoursIn(one))}`)

function signatureText(
  { holds, fingerprint, owner, publicKey }: BundleSignature,
  names: ReadonlyMap<string, string>,
  isUnchanged: boolean,
) {
  if (holds === null) return `NOT CHECKED HERE (${fingerprint ?? ''}): the key is not Ed25519, check it with ssh-keygen -Y verify`
  if (!holds) return `DOES NOT HOLD${fingerprint === null ? '' : ` (${fingerprint})`}`
  const whose =
    owner === 'known'
      ? `key of ${visible(names.get(publicKey ?? '') ?? '')}`
      : 'key not known to you: compare it with one that you had from its owner'
  return `${isUnchanged ? 'holds' : 'holds for the list of sums, NOT FOR WHAT IS NAMED BELOW'}, ${fingerprint}, ${whose}`
}

const SAYS: Readonly<Record<ChangeKind, string>> = {
  'file-changed': 'was changed',
  'file-missing': 'is missing',
  'file-added': 'was added, and is in no manifest',
  'file-unreadable': 'cannot be read',
  'too-large': 'is larger than this part of a bundle can be, and was not read',
  'record-changed': 'record changed',
  'record-missing': 'record missing',
  'record-added': 'record added',
  'number-changed': 'number that the records do not make',
  'hash-changed': 'hash that is not that of the records',
  'statement-changed': 'statement that the rest of the bundle contradicts',
  'signature-broken': 'signature does not hold',
  'signature-missing': 'signature is missing',
  'signature-other': 'signature is of another key than the bundle says',
  'signature-unstated': 'signature that the bundle says nothing of',
  'container-changed': 'The ZIP itself was changed',
}

function changeText({ kind, file, line, record, field, expected, found, fault }: BundleChange): string {
  const place = [shown(file), line === null ? '' : `line ${line}`].filter(Boolean).join(', ')
  const key = record
    ? ` (${Object.entries(record)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${FIELD[name] ?? shown(name)} ${shown(valueWord(name, value))}`)
        .join(', ')})`
    : ''
  const what = field === null ? '' : `${shown(FIELD[field] ?? field)} `
  const was = expected === null ? '' : `the other copies say ${what}${shown(expected)}`
  const is = found === null ? '' : `here it is ${was === '' ? what : ''}${shown(found)}`
  const both = [fault === null ? '' : FAULT_WORDS[fault], was, is].filter(Boolean).join('; ')
  return `${place === '' ? '' : `${place}: `}${SAYS[kind]}${key}${both === '' ? '' : `: ${both}`}`
}

const NAMES = wordsOf('en').names

/** What people call an archive, a view and a channel; a channel with its code, by which a table is searched. */
function valueWord(field: string, code: string): string {
  const word = (names: Readonly<Record<string, string>>): string | undefined => (Object.hasOwn(names, code) ? names[code] : undefined)
  if (field === 'archive_type') return word(NAMES.archive) ?? code
  if (field === 'view') return word(NAMES.view) ?? code
  if (field !== 'channel') return code
  const name = word(NAMES.channel)
  return name === undefined ? code : `${code} (${name})`
}
