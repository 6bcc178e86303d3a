import { createHash } from 'node:crypto'
import type { RuleCode } from '../../contract/rules.ts'
import type { Found } from '../rules/say/rule.ts'

/**
 * Ids of what a rule found at a station, in the order of the findings: the same for as long as rule, subject and beginning
 * are. Where two have the same, what they rest on tells them apart, then their order.
 */
export function findingIds(stationId: number, rule: RuleCode, found: readonly Found[]): string[] {
  const met = new Map<string, number>()
  return found.map(({ archiveType, channelVarname, fromMs, detail, evidence }) => {
    const { settings, events, branch } = evidence
    const ground = [settings[0]?.channelName ?? null, events[0]?.code ?? null, ...(branch ? [branch.id] : [])]
    const name = JSON.stringify([stationId, rule, archiveType, channelVarname, Math.round(fromMs), detail, ...ground])
    const before = met.get(name) ?? 0
    met.set(name, before + 1)
    return createHash('sha256')
      .update(before === 0 ? name : `${name}#${before}`)
      .digest('base64url')
      .slice(0, 22)
  })
}
