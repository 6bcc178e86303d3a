import type { Command } from 'commander'
import { clockOf } from '../analysis/station/clock.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { keptSigningKey } from '../backend/evidence-keys.ts'
import { programFolder } from '../backend/program-folder.ts'
import { systemKeyring } from '../backend/keyring.ts'
import { openVault } from '../backend/vault.ts'
import { formerVaultsOf, vaultFileOf } from '../backend/vault-look.ts'
import { findVaultKey } from '../backend/vault-key.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { FORMS } from '../contract/form-words.ts'
import { NO_WISH } from '../contract/time/gas-clock.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { writeEvidence } from '../exports/evidence/evidence.ts'
import { fingerprint, publicLine } from '../exports/evidence/sshsig.ts'
import { knownStations, usualGas, withBook } from './analysis-book.ts'
import { askedClock, hourOption, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { bytes, plural } from './numbers.ts'
import { codedText } from './export-texts.ts'
import * as read from './options.ts'
import type { Terminal } from './terminal.ts'

interface EvidenceFlags extends ClockFlags {
  book: string
  out: string
  stations: 'all' | number[]
  from?: string
  to?: string
  form: string
  language: Language
  sign?: boolean
  json?: boolean
}

/** `meterbook evidence`: a report and the records behind it, so that any change of them is found later. */
export function evidenceCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('evidence')
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--out <FILE>', 'the bundle to write, a ZIP')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--from <D>', 'first gas day, yyyy-mm-dd', read.day)
    .option('--to <D>', 'last gas day, yyyy-mm-dd', read.day)
    .option('--form <NAME>', `the report in it: ${FORMS.join(', ')}, or a form of your own`, 'consumption-daily')
    .option('--language <L>', `of the report: ${LANGUAGES.join(', ')}`, read.oneOf(LANGUAGES), 'en')
    .addOption(zoneOption())
    .addOption(hourOption())
    .option('--sign', 'sign it with your key, which is made when it is first needed and kept in the vault')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((flags: EvidenceFlags) => {
      refuseProtected(flags.out)
      return withBook(flags.book, async (book) => {
        const { from, to, out } = flags
        if (from !== undefined && to !== undefined) read.span(from, to)
        const stationIds = knownStations(book, flags.stations) ?? book.stations.ids()
        const asked = askedClock(flags)
        const own = clockOf(book, stationIds, usualGas(), asked)
        const key = flags.sign ? await keyOf(terminal) : null
        const { version } = programFolder()
        const request = {
          form: flags.form,
          language: flags.language,
          stationIds,
          from,
          to,
          timeZone: own.zone,
          contractHour: own.contractHour,
          ...(asked === NO_WISH ? {} : { asked }),
        }
        const onReplaced = (characters: readonly string[]) => terminal.note(codedText(characters))
        const options = {
          dataFolder: defaultDataFolder(terminal.env),
          version,
          nowMs: Date.now(),
          key,
          signal: terminal.signal,
          onReplaced,
        }
        const done = await writeEvidence(book, request, out, { ...options, tell: progress(terminal) })
        const signedBy = key === null ? null : fingerprint(publicLine(key))
        if (flags.json)
          terminal.print(JSON.stringify({ file: out, ...done, stations: stationIds.length, signedBy, exit: EXIT.done }, null, 2))
        else
          terminal.print(
            `${out}: ${bytes(done.bytes)}, ${plural(stationIds.length, 'station')}\nRecords    ${done.hash}\n${signedBy === null ? 'Not signed' : `Signed by  ${signedBy}`}`,
          )
        finish(EXIT.done)
      })
    })
}

const EXAMPLES = `
Examples:
  meterbook evidence --book trip.meterbook --stations 12 --from 2026-10-01 --to 2026-10-31 --out october.zip
  METERBOOK_VAULT_KEY=… meterbook evidence --book trip.meterbook --stations 12,14 --from 2026-10-01 --to 2026-10-31 --sign --out october.zip
The bundle proves that nothing in it was changed since it was exported, not that the device told the truth. Anybody checks it
with 'meterbook verify', or with sha256sum and ssh-keygen alone: README.txt in it says how.`

/** One's own key, made when it is first asked for. @throws NO_SIGNING_KEY, VAULT_UNAVAILABLE where it could not be kept. */
async function keyOf(terminal: Terminal): Promise<string> {
  const dataFolder = defaultDataFolder(terminal.env)
  const found = await findVaultKey(dataFolder, terminal.env, systemKeyring(terminal.env))
  const vault = openVault({
    file: vaultFileOf(dataFolder),
    key: found?.key ?? null,
    former: { files: formerVaultsOf(dataFolder), keys: found?.others ?? [] },
    owner: 'meterbook evidence',
    leavesUnreadable: true,
  })
  try {
    return keptSigningKey(vault)
  } finally {
    vault.close()
  }
}

/** On a terminal, a share that goes on in its line. */
export function progress(terminal: Terminal): (done: number, total: number | null) => void {
  if (!terminal.isInteractive) return () => undefined
  return (done, total) =>
    void terminal.stderr.write(total === null || done >= total ? '\r\u001b[K' : `\r${Math.floor((100 * done) / total)} %\u001b[K`)
}
