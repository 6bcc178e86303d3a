import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ContractRouterClient } from '@orpc/contract'
import { expect } from 'vitest'
import { keep } from '../../electron/backend/schedule/kept.ts'
import { idHere, logOf } from '../../electron/backend/schedule/runs.ts'
import { MANIFEST, manifestText, SIGNATURE_ENDING } from '../../electron/backend/updates/manifest.ts'
import { openBook } from '../../electron/book/index.ts'
import { linkTo } from '../../electron/contract/deep-link.ts'
import type { Contract } from '../../electron/contract/index.ts'
import { USUAL_TIMES } from '../../electron/contract/schedule-words.ts'
import { damage } from '../support/hostile-books.ts'
import { PLANTED } from '../support/planted.ts'
import {
  folderOf,
  manifest,
  PACKAGE,
  releaseFacts,
  sealedPackage,
  serveReleases,
  signedBy,
  STRANGER,
  type Files,
} from '../support/releases.ts'
import type { Outcome } from './cli/run-cli.ts'

/** What a session does whose log is searched afterwards: each step with a planted secret in every input that it has. */
export interface Session {
  cli: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Outcome>
  book: string
  data: string
  /** A file outside of the data folder. */
  at: (name: string) => string
}
type Client = ContractRouterClient<Contract>

/** Runs `meterbook …`, which must end well. */
async function done({ cli }: Session, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Outcome> {
  const outcome = await cli(args, env)
  expect([args[0], outcome.code, outcome.stderr]).toEqual([args[0], 0, expect.anything()])
  return outcome
}
/** Runs `meterbook …`, which must fail with this exit code. */
async function fails({ cli }: Session, exit: number, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void> {
  const { code, stderr } = await cli(args, env)
  expect([...args, code, stderr]).toEqual([...args, exit, expect.anything()])
}

export function firstStation(file: string): number {
  const book = openBook(file, { mode: 'read', now: Date.now })
  const [id = 0] = book.stations.ids()
  book.close()
  return id
}

const SPAN = ['--from', '2026-01-02', '--to', '2026-01-04']

/** Backups, recovery, evidence, reports, files by cable: each file is called as nobody's log may say. */
export async function workOnFiles(session: Session): Promise<void> {
  const { book, at } = session
  const station = ['--station', String(firstStation(book))]
  const backup = at(`${PLANTED.backup}.meterbook`)
  await done(session, ['backup', '--book', book, '--out', backup])
  await done(session, ['backup', '--book', book, '--now'])
  await done(session, ['restore', backup, '--book', at(`${PLANTED.restored}.meterbook`)])
  await fails(session, 5, ['restore', at(PLANTED.missingBook), '--book', at(`${PLANTED.restored}.meterbook`)])
  const damaged = at(`${PLANTED.damaged}.meterbook`)
  copyFileSync(backup, damaged)
  damage(damaged, 'session')
  await fails(session, 1, ['recover', '--book', damaged, '--out', at(`${PLANTED.recovered}.meterbook`)])

  const bundle = at(`${PLANTED.bundle}.zip`)
  await done(session, ['evidence', '--book', book, ...SPAN, '--sign', '--out', bundle])
  await done(session, ['verify', bundle])
  await fails(session, 5, ['verify', backup])
  await done(session, ['report', 'events', '--book', book, ...SPAN, '--format', 'xlsx', '--out', at(`${PLANTED.report}.xlsx`)])
  await fails(session, 2, ['report', PLANTED.reportName, '--book', book])

  const readout = at(`${PLANTED.readout}.csv`)
  await done(session, ['export', 'readings', '--book', book, '--stations', station[1] ?? '', '--plain', '--out', readout])
  await done(session, ['import', readout, '--book', book, ...station, '--who', PLANTED.author])
  const empty = at(`${PLANTED.readout}-empty.csv`)
  writeFileSync(empty, '')
  await fails(session, 2, ['import', empty, '--book', book, ...station])
}

/** What is typed at the meter and from a contract. */
export async function typeIn(session: Session): Promise<void> {
  const { book, at, cli } = session
  const station = ['--station', String(firstStation(book))]
  const limits = at(`${PLANTED.limits}.csv`)
  writeFileSync(limits, `month;30000\n${PLANTED.consumer};day;5\n`)
  // The second line is refused: nobody is called so.
  await fails(session, 1, ['limits', '--book', book, ...station, '--import', limits, '--author', PLANTED.author])
  const said = ['--serial', PLANTED.serial, '--seal', `${PLANTED.seal}=broken`, '--violations', PLANTED.violations]
  const who = ['--supplier', PLANTED.supplier, '--consumer', PLANTED.consumer, '--who', PLANTED.author, '--text', PLANTED.note]
  const { code } = await cli(['reading', '--book', book, ...station, '--time', '2026-01-05 10:00', '--counter', '12', ...said, ...who])
  // The counter may differ from telemetry.
  expect([0, 1]).toContain(code)
}

/**
 * Two runs that a scheduler starts, a good one and one whose book has moved. Where the system keeps no output of its own its
 * entry writes all that is printed into a file: this is it.
 */
export async function runScheduled(session: Session, sync: readonly string[]): Promise<{ output: string }> {
  const { book, data, at, cli } = session
  const good = await done(session, [...sync, '--scheduled'])
  const gone = path.join(at(PLANTED.folder), `${PLANTED.missingBook}.meterbook`)
  const failed = await cli([...sync, '--book', gone, '--scheduled'])
  expect(failed.code).toBe(5)
  keep(data, {
    ...{ id: idHere(gone), book: gone, times: USUAL_TIMES, scheduler: 'task-scheduler', writtenMs: Date.now() },
    commandLine: { program: at(PLANTED.program), args: [] },
  })
  const output = logOf(data, idHere(book))
  writeFileSync(output, [good, failed].map(({ stdout, stderr }) => stdout + stderr).join('\n'))
  return { output }
}

/** A place of releases, and the ways in which it is asked on the command line. */
export async function planReleases({ at }: Pick<Session, 'at'>) {
  const text = manifestText(
    manifest({
      version: '99.0.0',
      date: new Date().toISOString().slice(0, 10),
      notes: { en: PLANTED.releaseNotes, ru: PLANTED.releaseNotes },
      packages: [{ ...sealedPackage, name: PLANTED.package }],
    }),
  )
  const good: Files = {
    [MANIFEST.stable]: text,
    [`${MANIFEST.stable}${SIGNATURE_ENDING}`]: signedBy(text),
    [PLANTED.package]: PACKAGE,
  }
  let answer: Files | 'redirect' = good
  const server = await serveReleases((request, response) => {
    if (answer === 'redirect') return void response.writeHead(302, { location: `https://${PLANTED.redirect}/${PLANTED.feed}` }).end()
    const file = answer[decodeURIComponent((request.url ?? '').slice('/releases/'.length))]
    return void (file === undefined ? response.writeHead(404).end() : response.end(file))
  })
  const facts = at('release.json')
  writeFileSync(facts, JSON.stringify(releaseFacts(server.address)))
  const nowhere = at('nowhere.json')
  writeFileSync(nowhere, JSON.stringify(releaseFacts(`https://127.0.0.1:1/${PLANTED.feed}/`)))
  const strangers = { ...good, [`${MANIFEST.stable}${SIGNATURE_ENDING}`]: signedBy(text, STRANGER) }
  const changed = { ...good, [PLANTED.package]: Buffer.alloc(PACKAGE.length, 'x') }

  return {
    /** What a program has to be started with, so that it looks for releases here. */
    facts,
    close: server.close,

    async byCommand(session: Session): Promise<void> {
      await fails(session, 4, ['update', '--check'], { METERBOOK_RELEASE: nowhere })
      answer = 'redirect'
      await fails(session, 4, ['update', '--check'])
      answer = strangers
      await fails(session, 5, ['update', '--check'])
      answer = good
      await fails(session, 1, ['update', '--check'])
      for (const wish of ['--from', '--verify']) await fails(session, 5, ['update', wish, at(`${PLANTED.releaseFile}.zip`)])
    },

    async byWindow({ updates }: Client): Promise<void> {
      const version = '99.0.0'
      answer = 'redirect'
      await expect(updates.check({ asked: true })).rejects.toThrow()
      answer = changed
      expect((await updates.check({ asked: true })).offer?.version).toBe(version)
      await expect(updates.download({ version })).rejects.toThrow()
      answer = good
      expect((await updates.download({ version })).saved?.file).toContain(PLANTED.package)
      await expect(updates.fromFile({ file: at(`${PLANTED.releaseFile}.zip`) })).rejects.toThrow()
      const brought = at(PLANTED.releaseFile)
      mkdirSync(brought)
      expect((await updates.fromFile({ file: folderOf(good, brought) }))?.ready).toBe(true)
    },
  }
}

/** What a window asks beside reading: links, limits, backups, which one of them brings back. */
export async function askInWindow({ program, limits, backups, schedule }: Client, { book, at }: Session, stationId: number) {
  const link = (name: string) => ({ link: linkTo({ book: name, stationId }) })
  expect((await program.readLink(link(PLANTED.bookName))).file).toBe(book)
  await expect(program.readLink(link(PLANTED.linkedBook))).rejects.toThrow()
  await expect(program.readLink({ link: `meterbook://open?${PLANTED.linkedBook}=1` })).rejects.toThrow()

  const limit = { owner: 'station', ownerId: stationId, period: 'year', fromDay: null, toDay: null, m3: 1_000_000 } as const
  await limits.keep({ limits: [limit], author: PLANTED.author })
  await expect(limits.keep({ limits: [{ ...limit, ownerId: 999_999 }], author: PLANTED.author })).rejects.toThrow()

  expect((await schedule.untold()).map(({ run }) => run.failure?.code)).toEqual(['BOOK_MISSING'])

  const folder = at(PLANTED.backupsFolder)
  mkdirSync(folder)
  await backups.setFolder({ folder })
  await expect(backups.setFolder({ folder: path.join(folder, PLANTED.missingBook) })).rejects.toThrow()
  const [made] = (await backups.make()).backups
  if (!made) throw new Error('no backup was made')
  await backups.preview({ file: made.file })
  await backups.restore({ file: made.file })
}
