import type { RouteLocationRaw } from 'vue-router'
import type { RuleCode } from '../../../../electron/contract/rules.ts'

/** What of the rules is shown: with a station, the thresholds of its device too; with a rule, that one is in view. */
export interface RulesPlace {
  stationId?: number
  equipmentTypeId?: number
  rule?: RuleCode
}

/** The address of the rules and their thresholds. */
export const rulesAt = ({ stationId, equipmentTypeId, rule }: RulesPlace = {}): RouteLocationRaw => ({
  name: 'reference',
  params: { tab: 'rules' },
  query: { device: stationId, type: equipmentTypeId, rule },
})
