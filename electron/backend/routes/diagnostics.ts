import { Readable } from 'node:stream'
import { MeterbookError } from '../../contract/errors.ts'
import { MINUTE_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { writeWhole } from '../../exports/file.ts'
import { api, type Parts } from '../base.ts'
import { backupPlaces } from '../backup-places.ts'
import { diagnosticsOf, writeDiagnostics, type Section } from '../logged/diagnostics.ts'
import { aboutText, programFacts } from '../logged/program-facts.ts'
import { lineText, readLog } from '../logged/read-log.ts'
import { saveFile } from '../save-file.ts'

const MOST_PREVIEWS = 4
/** Errors of pages that are written in a minute: a page that fails in each frame must not fill the log. */
const MOST_ERRORS = 5

export function diagnosticsRoutes(parts: Parts) {
  const { desk, file, host, programLog, mishaps } = parts
  const previews = new Map<number, Section[]>()
  let lastId = 0
  let errors: number[] = []

  const programParts = () => ({
    host,
    preferences: file.preferences(),
    book: desk.bookOrNull(),
    keyPlace: desk.accountState().canRemember && host.vaultKey ? host.vaultKey.place : null,
  })
  const dayed = (name: string, ending: string) => `${name} ${zoneClock(host.systemTimeZone).dayAt(Date.now())}.${ending}`

  return {
    log: api.diagnostics.log.handler(({ input: { levels, text, offset, limit } }) => {
      const wanted = text.trim().toLowerCase()
      const lines = readLog(host.dataFolder).filter(
        (line) => (!levels || levels.includes(line.level)) && (wanted === '' || lineText(line).toLowerCase().includes(wanted)),
      )
      return { file: programLog.file, total: lines.length, rows: lines.slice(offset, offset + limit) }
    }),
    saveLog: api.diagnostics.saveLog.handler(async ({ signal }) => {
      const saved = await saveFile(parts, { kind: 'export', name: dayed('Meterbook log', 'txt'), outer: signal }, async (out, at) => {
        const text = readLog(host.dataFolder).map((line) => `${lineText(line)}\n`)
        return { bytes: await writeWhole(out, Readable.from([Buffer.from(text.join(''))]), at.signal, { isOwn: true }) }
      })
      return saved?.done ?? null
    }),
    about: api.diagnostics.about.handler(() => {
      const given = programParts()
      const facts = programFacts(given)
      const { build, versions, system } = facts
      const { node, sqlite, electron, chromium } = versions
      const named = [
        { of: 'Node.js', version: node },
        { of: 'SQLite', version: sqlite },
        { of: 'Electron', version: electron },
        { of: 'Chromium', version: chromium },
      ]
      return {
        build,
        versions: named.flatMap(({ of, version }) => (version ? [{ of, version }] : [])),
        system: `${system.platform} ${system.release} ${system.arch}`,
        places: [
          ...(given.book ? [{ what: 'book' as const, path: given.book.file }] : []),
          { what: 'data' as const, path: host.dataFolder },
          { what: 'log' as const, path: programLog.file },
          { what: 'backups' as const, path: backupPlaces(host.dataFolder, given.preferences.backupsFolder)[0].folder },
        ],
        text: aboutText(facts),
      }
    }),
    preview: api.diagnostics.preview.handler(() => {
      const sections = diagnosticsOf(programParts())
      const id = ++lastId
      previews.set(id, sections)
      previews.delete(id - MOST_PREVIEWS)
      return { id, sections }
    }),
    save: api.diagnostics.save.handler(async ({ input: { id }, signal }) => {
      const sections = previews.get(id)
      if (!sections) throw new MeterbookError('BAD_INPUT', { field: 'id' })
      const saved = await saveFile(
        parts,
        { kind: 'export', name: dayed('Meterbook diagnostics', 'zip'), outer: signal },
        async (out, at) => ({ bytes: await writeDiagnostics(sections, out, at.signal) }),
      )
      return saved?.done ?? null
    }),
    mishaps: api.diagnostics.mishaps.handler(async function* ({ signal }) {
      yield* mishaps.listen(signal)
    }),
    told: api.diagnostics.told.handler(({ input }) => {
      mishaps.told(input.ids)
      return null
    }),
    pageFailed: api.diagnostics.pageFailed.handler(({ input: { name, message, stack } }) => {
      const now = Date.now()
      errors = errors.filter((atMs) => now - atMs < MINUTE_MS)
      if (errors.length < MOST_ERRORS) programLog.write('error', 'page-error', { error: name, message, stack })
      errors.push(now)
      return null
    }),
  }
}
