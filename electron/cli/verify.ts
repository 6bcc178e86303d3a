import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { thisMachine } from '../backend/local-host.ts'
import { programFileIn } from '../backend/program-file.ts'
import type { BundleChange, BundleSignature, Verification } from '../contract/evidence.ts'
import type { ChangeKind, Container } from '../contract/evidence-words.ts'
import { calledBy } from '../contract/called.ts'
import { visible } from '../contract/visible.ts'
import { verifyInThread } from '../exports/evidence/verify-in-thread.ts'
import type { CommandContext } from './context.ts'
import { progress } from './evidence.ts'
import { EXIT } from './exit.ts'
import { UsageError } from './failure.ts'
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
      if (!existsSync(file)) throw new UsageError(`There is no file ${visible(file)}. Check its name.`)
      const known = programFileIn(defaultDataFolder(terminal.env)).knownKeys()
      const { verification, close } = await verifyInThread(file, {
        version: thisMachine().version,
        ownerOf: (publicKey) => (known.some((key) => key.publicKey === publicKey) ? 'known' : 'unknown'),
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
  'digest-fits': 'its bytes are those that its comment names; anybody can compute that, so it finds damage and proves nothing', // oxfmt-ignore
  repacked: 'packed anew or added to by another program: its bytes are compared with nothing, what is in it counts',
  'digest-differs': 'its bytes are not those that its comment names',
} as const satisfies Record<Container, string>

function verifyText(found: Verification, names: ReadonlyMap<string, string>): string {
  const { about, changes, container, signatures, recordsHash, records, numbers, files } = found
  const lines = [`Bundle     ${visible(found.file)}`]
  lines.push(found.holds ? 'Holds      nothing was changed since it was exported' : `CHANGED    ${plural(changes.length, 'change')}${found.moreChanges ? ' and more' : ''}`) // oxfmt-ignore
  lines.push(`ZIP        ${CONTAINER[container]}`)
  if (about) {
    const span = about.from === null && about.to === null ? 'all there was' : `${about.from ?? '…'} to ${about.to ?? '…'}` // oxfmt-ignore
    lines.push(`Made       ${new Date(about.madeAtMs).toISOString()}${about.program === null ? '' : ` by ${visible(about.program)}`}`) // oxfmt-ignore
    lines.push(`Of         ${plural(about.stations, 'station')}, ${span}, ${about.timeZone}, gas days begin at ${about.contractHour}:00, form ${visible(about.form)}`) // oxfmt-ignore
  }
  lines.push(`Files      ${count(files.length)}, ${plural(records, 'record')}`)
  if (recordsHash !== null) lines.push(`Records    ${recordsHash} (the hash on the report)`)
  if (signatures.length === 0) lines.push('Signature  none: whoever changes the files and the sums together is found only by the hash on the report') // oxfmt-ignore
  for (const one of signatures) lines.push(`Signature  ${signatureText(one, names)}`)
  if (changes.length > 0) lines.push('', ...changes.map(changeText))
  if (found.moreChanges) lines.push('… and more than are named here')
  if (numbers.length > 0) {
    const rows = numbers.map(({ stationId, stationName, stated, computed, hours, hoursExpected }) => [visible(calledBy(stationName, stationId)), m3(stated), m3(computed), `${hours} of ${hoursExpected}`]) // oxfmt-ignore
    lines.push('', columns(rows, ['station', 'm³ stated', 'computed anew', 'hours']))
  }
  return lines.join('\n')
}

const m3 = (value: number | null): string => (value === null ? '—' : String(Math.round(value * 1000) / 1000))

function signatureText({ holds, fingerprint, owner, publicKey }: BundleSignature, names: ReadonlyMap<string, string>) {
  if (holds === null) return `NOT CHECKED HERE (${fingerprint ?? ''}): the key is not Ed25519, check it with ssh-keygen -Y verify` // oxfmt-ignore
  if (!holds) return `DOES NOT HOLD${fingerprint === null ? '' : ` (${fingerprint})`}`
  const whose = owner === 'known' ? `key of ${visible(names.get(publicKey ?? '') ?? '')}` : 'key not known to you: compare it with one that you had from its owner' // oxfmt-ignore
  return `holds, ${fingerprint}, ${whose}`
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
  'signature-broken': 'signature does not hold',
  'signature-missing': 'signature is missing',
  'signature-other': 'signature is of another key than the bundle says',
  'container-changed': 'The ZIP itself was changed',
}

function changeText({ kind, file, line, record, field, expected, found }: BundleChange): string {
  const place = [shown(file), line === null ? '' : `line ${line}`].filter(Boolean).join(', ')
  const key = record ? ` (${Object.entries(record).map(([name, value]) => `${name} ${shown(value)}`).join(', ')})` : '' // oxfmt-ignore
  const what = field === null ? '' : `${shown(field)} `
  const was = expected === null ? '' : `the other copies say ${what}${shown(expected)}`
  const is = found === null ? '' : `here it is ${shown(found)}`
  const both = [was, is].filter(Boolean).join('; ')
  return `${place === '' ? '' : `${place}: `}${SAYS[kind]}${key}${both === '' ? '' : `: ${both}`}`
}
