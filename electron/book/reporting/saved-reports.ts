import { MeterbookError } from '../../contract/errors.ts'
import type { SavedReport } from '../../contract/reports.ts'
import type { Context } from '../context.ts'
import { isObject, parseStored } from '../file/stored.ts'
import { fold } from '../search/text.ts'

type Row = [id: number, name: string, choices: string]

/** All SQL that touches `saved_report`. Names are told apart in any case, because they are typed on command lines. */
export function savedReportsIn({ db, atOnce, now }: Pick<Context, 'db' | 'atOnce' | 'now'>) {
  const columns = 'id, name, choices'
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM saved_report WHERE removed_at_ms IS NULL ORDER BY folded, id`).raw()
  const one = db.prepare<[number], Row>(`SELECT ${columns} FROM saved_report WHERE id = ? AND removed_at_ms IS NULL`).raw()
  const named = db.prepare<[string], Row>(`SELECT ${columns} FROM saved_report WHERE folded = ? AND removed_at_ms IS NULL`).raw()
  const add = db
    .prepare<[string, string, string], number>('INSERT INTO saved_report (name, folded, choices) VALUES (?, ?, ?) RETURNING id')
    .pluck()
  const change = db.prepare<[string, string, string, number]>(
    'UPDATE saved_report SET name = ?, folded = ?, choices = ? WHERE id = ? AND removed_at_ms IS NULL',
  )
  const remove = db.prepare<[number, number]>('UPDATE saved_report SET removed_at_ms = ? WHERE id = ? AND removed_at_ms IS NULL')
  const restore = db.prepare<[number]>('UPDATE saved_report SET removed_at_ms = NULL WHERE id = ?')
  const removedName = db.prepare<[number], string>('SELECT name FROM saved_report WHERE id = ? AND removed_at_ms IS NOT NULL').pluck()

  function savedReport(id: number): SavedReport {
    const row = one.get(id)
    if (!row) throw new MeterbookError('NO_SUCH_REPORT', { name: String(id) })
    return decoded(row)
  }
  function checkName(name: string, id: number | undefined): void {
    const [other] = named.get(fold(name.trim())) ?? []
    if (other !== undefined && other !== id) throw new MeterbookError('NAME_TAKEN', { name: name.trim() })
  }

  return {
    /** By name. */
    savedReports: (): SavedReport[] => all.all().map(decoded),
    /** Throws NO_SUCH_REPORT. */
    savedReport,
    /** By its name in any case; null where none is called so. */
    savedReportNamed(name: string): SavedReport | null {
      const row = named.get(fold(name.trim()))
      return row ? decoded(row) : null
    },
    /** Creates one (no `id`) or changes one. Throws NAME_TAKEN, NO_SUCH_REPORT. */
    saveReport: (report: Omit<SavedReport, 'id'> & { id?: number | undefined }): SavedReport =>
      atOnce(() => {
        const { id, name: typed, ...choices } = report
        const name = typed.trim()
        checkName(name, id)
        const texts = [name, fold(name), JSON.stringify(choices)] as const
        if (id === undefined) return savedReport(add.get(...texts) ?? 0)
        change.run(...texts, id)
        return savedReport(id)
      }),
    /** It can be brought back. Throws NO_SUCH_REPORT. */
    removeReport(id: number): void {
      if (remove.run(now(), id).changes === 0) throw new MeterbookError('NO_SUCH_REPORT', { name: String(id) })
    },
    /** Throws NAME_TAKEN where another has got its name since, NO_SUCH_REPORT. */
    restoreReport: (id: number): SavedReport =>
      atOnce(() => {
        const name = removedName.get(id)
        if (name === undefined) throw new MeterbookError('NO_SUCH_REPORT', { name: String(id) })
        checkName(name, id)
        restore.run(id)
        return savedReport(id)
      }),
  }
}

function decoded([id, name, choices]: Row): SavedReport {
  return { ...parseStored<Omit<SavedReport, 'id' | 'name'>>(choices, `saved_report ${id}`, isObject), id, name }
}
