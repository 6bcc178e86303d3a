import { z } from 'zod'
import { refuseUnknown } from '../../analysis/answers/directory.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { defined } from '../../contract/defined.ts'
import { FINDING_SORTS } from '../../contract/fields/findings.ts'
import type { FindingPart, FindingRow } from '../../contract/findings.ts'
import { FINDING_STATES, RULE_CODES, RULE_UNITS } from '../../contract/rules.ts'
import { PERSONAL } from '../personal.ts'
import { isoIn, told, type Iso } from '../told.ts'
import { fromDay, inOrder, stationIds, time, timeOf, toDay, toolOf, windowOf } from '../tool.ts'

const flag = z.union([z.literal(3), z.literal(4), z.literal(9)])
const input = inOrder(
  z.strictObject({
    stationIds: stationIds.optional().describe('all when absent'),
    rules: z
      .array(z.enum(RULE_CODES))
      .min(1)
      .optional()
      .describe('codes of rules: the resource meterbook://rules explains them; a finding is theirs too where one of its others is'),
    flags: z.array(flag).min(1).optional().describe('3 suspect, 4 fail, 9 missing'),
    states: z
      .array(z.enum(FINDING_STATES))
      .min(1)
      .default(['new', 'seen'])
      .describe('what an engineer said of them; without this those that nobody has explained or called wrong'),
    from: fromDay.optional().describe('findings that last on this gas day or later'),
    to: toDay.optional().describe('findings that begin on this gas day or before'),
    sort: z.enum(FINDING_SORTS).default('m3'),
    descending: z.boolean().default(true),
    ...windowOf(50),
  }),
)

const evidence = {
  records: z.array(time).describe('stamps of records'),
  events: z.array(z.object({ archiveType: z.string(), at: time, code: z.string().nullable(), text: z.string() })),
  settings: z.array(z.object({ takenAt: time, channelName: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  sessions: z.array(time),
  numbers: z.record(z.string(), z.union([z.number(), z.string()])),
  fromCounter: z.boolean().describe('the amounts are what a counter rose by'),
  branch: z.object({ id: z.string(), name: z.string().optional() }).nullable().describe('the branch that does not balance'),
  consumer: z.object({ id: z.int(), name: z.string().nullable() }).nullable().describe('the consumer whose limit it is'),
}
const said = {
  id: z.string(),
  rule: z.enum(RULE_CODES),
  flag: flag.describe('3 suspect, 4 fail, 9 missing'),
  archiveType: z.string().nullable(),
  channelVarname: z.string().nullable(),
  from: time,
  to: time.nullable().describe('null: it lasts'),
  measure: z.number().nullable(),
  threshold: z.number().nullable(),
  unit: z.enum(RULE_UNITS).nullable().describe('of measure and threshold'),
  m3: z.number().nullable().describe('m³ concerned'),
  detail: z.string().nullable(),
  evidence: z.object(evidence),
}
const row = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  equipmentId: z.int().nullable(),
  state: z.enum(FINDING_STATES),
  ...said,
  noteId: z.string().nullable().optional().describe('the note that explains it'),
  others: z.array(z.object(said)).describe('what other rules say of the same hours'),
})

export const findings = toolOf({
  name: 'findings',
  title: 'Findings of the rules',
  description:
    'What the rules found wrong in records, events, settings and sessions: where, since when, by which threshold, how many m³ it concerns, and the evidence. Judged before where that is older than the data, which takes its time the first time.',
  input,
  row,
  facts: {
    stations: z.int().describe('stations with any of them'),
    byRule: z
      .array(z.object({ rule: z.enum(RULE_CODES), findings: z.int(), stations: z.int() }))
      .describe('findings that a rule leads or says something of: the sum may be more than the total'),
    byFlag: z.array(z.object({ flag, findings: z.int() })),
  },
  async answer(asked, { stationIds: ids, rules, flags, states, from, to, sort, descending, offset, limit }) {
    const { book, usual, withPersonal } = asked
    refuseUnknown(book, ids)
    const clock = clockOf(book, ids ?? [], usual)
    await asked.judge(ids)
    const filter = defined({ stationIds: ids, rules, flags, states, ...timeOf({ from, to }, clock) })
    const { total, rows } = book.findings.page(filter, { sort, desc: descending, offset, limit })
    const counts = book.findings.counts(filter)
    const iso = isoIn(clock.zone)
    return {
      clock,
      offset,
      limit,
      total,
      rows: rows.map((one) => rowOf(one, iso, withPersonal)),
      facts: { stations: book.findings.stationsWith(filter), byRule: counts.rules, byFlag: counts.flags },
      leftOut: withPersonal ? [] : PERSONAL.findings,
    }
  },
})

function rowOf({ stationId, stationName, equipmentId, state, noteId, ...finding }: FindingRow, iso: Iso, withPersonal: boolean) {
  return {
    stationId,
    stationName,
    equipmentId,
    state,
    ...saidOf(finding, iso, withPersonal),
    ...(withPersonal ? { noteId } : {}),
    others: (finding.evidence.parts ?? []).map((part) => saidOf(part, iso, withPersonal)),
  }
}

function saidOf(finding: FindingPart, iso: Iso, withPersonal: boolean) {
  const { id, rule, flag: flagged, archiveType, channelVarname, fromMs, toMs, measure, threshold, unit, m3, detail } = finding
  const { records, events, settings, sessions, numbers, fromCounter = false, branch, consumer } = finding.evidence
  return {
    ...{ id, rule, flag: flagged, archiveType, channelVarname, measure, threshold, unit, m3, detail },
    ...told({ fromMs, toMs }, iso),
    evidence: {
      records: records.map(iso),
      events: told(events, iso),
      settings: told(settings, iso),
      sessions: sessions.map(iso),
      numbers: told(numbers, iso) as Record<string, number | string>,
      fromCounter,
      branch: branch ? { id: branch.id, ...(withPersonal ? { name: branch.name } : {}) } : null,
      consumer: consumer ?? null,
    },
  }
}
