import path from 'node:path'
import type { Command } from 'commander'
import { defaultDataFolder, makeDataFolder } from '../backend/data-folder.ts'
import { thisMachine } from '../backend/local-host.ts'
import { programFolder } from '../backend/program-folder.ts'
import { programFileIn } from '../backend/program-file.ts'
import type { Judged } from '../backend/updates/judge.ts'
import { createOffers, type Inspected, type Offers } from '../backend/updates/offers.ts'
import { visibleLines } from '../contract/visible.ts'
import { abandonable } from '../service/cancel.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { commandLog } from './logged-run.ts'
import { UsageError } from './usage-error.ts'
import { bytes, columns } from './numbers.ts'
import { AUTHORITY } from './options.ts'
import { vaultOnce, wayHere } from './remembered.ts'
import type { Terminal } from './terminal.ts'

interface Options {
  check?: boolean
  from?: string
  verify?: string
  authority?: string
  json?: boolean
}

/** `meterbook update`: asks, takes and verifies. It installs nothing: the package is named, and what to do with it. */
export function updateCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('update')
    .option('--check', 'ask the place of releases whether there is a newer version; nothing is downloaded')
    .option('--from <FILE>', 'take a release from a ZIP or folder: verified, its package is put where the program keeps updates')
    .option('--verify <FILE>', 'what is in a release, and that all of it is as it was signed; nothing is kept')
    .option(...AUTHORITY)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook update --check\n  meterbook update --from /media/stick/meterbook-0.3.0.zip\nExit 1: there is a newer version. Exit 4: the place of releases is silent. Exit 5: what it says, or the file, was refused.',
    )
    .action(async ({ check, from, verify, authority, json }: Options) => {
      const wishes = [check, from, verify].filter((one) => one !== undefined)
      if (wishes.length !== 1) throw new UsageError('Name one of --check, --from FILE and --verify FILE.')
      if (authority !== undefined && !check)
        throw new UsageError('--authority goes with --check: a file is taken and verified without any network.')
      const { offers, log } = openOffers(terminal, authority)
      if (verify !== undefined) {
        const found = await offers.inspect(path.resolve(verify), terminal.signal)
        return terminal.print(json ? JSON.stringify({ ...found, exit: EXIT.done }, null, 2) : inspectedText(found))
      }
      const judged = await (from === undefined
        ? offers.ask(terminal.signal)
        : offers.bring(path.resolve(from), { signal: terminal.signal }))
      log.write('info', 'update-checked', { version: judged.manifest.version, newer: judged.isNewer })
      const exit = judged.isNewer ? EXIT.incomplete : EXIT.done
      const place = from !== undefined && judged.file ? offers.place(judged.file) : null
      terminal.print(json ? JSON.stringify({ ...facts(judged, offers, place), exit }, null, 2) : judgedText(judged, offers, place))
      finish(exit)
    })
}

/** @param authority a file of certificates in place of the one that the preferences name */
function openOffers({ env, signal }: Terminal, authority?: string) {
  const dataFolder = defaultDataFolder(env)
  makeDataFolder(dataFolder)
  const { version, release } = thisMachine(null, env)
  const file = programFileIn(dataFolder)
  const way = () => abandonable(wayHere(dataFolder, authority, vaultOnce(dataFolder, env)), signal)
  const offers = createOffers({ version, release, dataFolder, file, way, nowMs: Date.now })
  return { offers, log: commandLog({ env }) }
}

function facts({ manifest, isNewer, file }: Judged, offers: Offers, place: string | null) {
  const { version, channel, date, notes } = manifest
  const address = file && offers.addressOf(file)
  return { here: programFolder().version, version, channel, date, newer: isNewer, package: file && { ...file, address }, place, notes }
}

function judgedText({ manifest, isNewer, file }: Judged, offers: Offers, place: string | null): string {
  const here = programFolder().version
  if (!isNewer) return `This is the newest version (${here}); the release says ${manifest.version}.`
  const lines = [`Version ${manifest.version} of ${manifest.date} is there; this is ${here}.`]
  if (file === null) lines.push('No package of it is made for this kind of installation.')
  else if (place === null) lines.push(`Package  ${file.name}, ${bytes(file.bytes)}, ${offers.addressOf(file)}`, 'Nothing was downloaded.')
  else lines.push(`Package  ${place}, ${bytes(file.bytes)}, verified. Nothing was installed.`)
  return [...lines, '', visibleLines(manifest.notes['en'] ?? '')].join('\n')
}

function inspectedText({ manifest, files }: Inspected): string {
  const { version, channel, date } = manifest
  const rows = files.map(({ name, bytes: size, found }) => [found ? 'holds' : 'not here', name, bytes(size)])
  return `Release ${version} (${channel}) of ${date}: its signature holds, by a key that this program knows.\n\n${columns(rows, ['package', 'name', ''])}`
}
