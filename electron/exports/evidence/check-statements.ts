import { z } from 'zod'
import { dayAt } from '../../contract/time/day.ts'
import { BAG_INFO, INFO } from './bag.ts'
import { addUnreadable, textOf, type ReadBag } from './bag-read.ts'
import type { ChangeList } from './changes.ts'
import type { StatedReport } from './check-numbers.ts'
import type { CheckList } from './checks.ts'
import { checkStatedClocks } from './check-clocks.ts'
import type { BundleChoice } from './choice.ts'
import { foreignJson } from '../../contract/foreign-json.ts'
import { PATHS } from './paths.ts'

const descriptionSchema = z.object({
  created: z.string(),
  timeZone: z.string(),
  contractHour: z.int(),
  stationClocks: z.array(z.unknown()).optional(),
  askedClock: z.unknown().optional(),
})

/** The statements that several files of the bundle make of one thing: a person may read any of them. */
export async function checkStatements(
  bag: ReadBag,
  { choice, report }: { choice: BundleChoice; report: StatedReport | null },
  list: ChangeList,
): Promise<void> {
  const same = (file: string, field: string, expected: unknown, found: unknown) => {
    if (told(expected) !== told(found)) list.add('statement-changed', file, { field, expected: told(expected), found: told(found) })
  }
  const description = descriptionSchema.safeParse(foreignJson((await textOf(bag.files, PATHS.description)) ?? '')).data
  if (description) {
    same(PATHS.description, 'created', new Date(choice.madeAtMs).toISOString(), description.created)
    same(PATHS.description, 'timeZone', choice.timeZone, description.timeZone)
    same(PATHS.description, 'contractHour', choice.contractHour, description.contractHour)
    same(PATHS.description, 'stationClocks', choice.clocks ?? null, description.stationClocks ?? null)
    same(PATHS.description, 'askedClock', choice.asked ?? null, description.askedClock ?? null)
  } else addUnreadable(bag.files, PATHS.description, list)
  if (report) {
    same(PATHS.report, 'form', choice.form, report.form)
    same(PATHS.report, 'language', choice.language, report.language)
    same(PATHS.report, 'consumption.unit', 'm3', report.consumption.unit)
    checkStatedClocks({ choice, report }, list)
  }
  const info = (name: string) => bag.info.get(name) ?? null
  if (report) same(BAG_INFO, INFO.program, report.program, info(INFO.program))
  same(BAG_INFO, INFO.day, dayAt(choice.madeAtMs), info(INFO.day))
  const payload = [...bag.files].filter(([path]) => path.startsWith('data/'))
  // A file that is missing, added or changed is named by its own sum.
  if (payload.every(([path]) => bag.isSound(path)) && !payloadIsMissing(list))
    same(BAG_INFO, INFO.size, `${payload.reduce((sum, [, { bytes }]) => sum + bytes, 0)}.${payload.length}`, info(INFO.size))
  // A line that stands there twice can be read in two ways: one person takes the first, another the last.
  const names = ((await textOf(bag.files, BAG_INFO)) ?? '').split('\n').map((line) => line.slice(0, Math.max(0, line.indexOf(':'))))
  for (const name of Object.values(INFO))
    if (names.filter((one) => one === name).length > 1) list.add('statement-changed', BAG_INFO, { field: name, found: info(name) })
}

const payloadIsMissing = (list: ChangeList): boolean =>
  list.changes.some(({ kind, file }) => kind === 'file-missing' && file.startsWith('data/'))

/** The hash that is stated of the records, against that of the records as they are here. */
export function checkHash(bag: ReadBag, report: StatedReport | null, list: ChangeList, checks: CheckList): void {
  const sum = bag.files.get(PATHS.records)?.sum ?? null
  if (sum === null) return checks.say('hash', 'not-checked', 'missing')
  const places: [file: string, found: string | null][] = [
    [BAG_INFO, bag.info.get(INFO.records) ?? null],
    ...(report ? [[PATHS.report, report.records] as [string, string]] : []),
  ]
  for (const [file, found] of places) {
    checks.say('hash', found === sum ? 'holds' : 'differs')
    // Where the records themselves were changed, that is named.
    if (found !== sum && bag.isSound(PATHS.records)) list.add('hash-changed', file, { expected: sum, found })
  }
  if (!report) checks.say('hash', 'not-checked', 'unreadable')
}

const told = (value: unknown): string | null => (value === null || typeof value === 'string' ? value : JSON.stringify(value))
