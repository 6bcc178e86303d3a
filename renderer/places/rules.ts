import type { RouteLocationRaw } from 'vue-router'
import { RULE_CODES, type RuleCode } from '../../electron/contract/rules.ts'
import { addressOf, id, oneOf, text } from '../address/fields.ts'

/** The list of rules: the words that it is searched for, and the rule that is brought into view. */
export const RULE_LIST = { text: text(), rule: oneOf(RULE_CODES, null) }
/** A station's device or a type of device, whose thresholds stand beside those of the book. */
export const RULES = { device: id, type: id }

/** A link to the rules with a station shows the thresholds of its device too; with a rule, it brings that one into view. */
interface RulesWish {
  stationId?: number
  equipmentTypeId?: number
  rule?: RuleCode
}

const address = addressOf({ ...RULES, ...RULE_LIST })

/** The address of the rules and their thresholds. */
export const rulesAt = ({ stationId, equipmentTypeId, rule }: RulesWish = {}): RouteLocationRaw => ({
  name: 'reference',
  params: { tab: 'rules' },
  query: address.write({ device: stationId ?? null, type: equipmentTypeId ?? null, text: '', rule: rule ?? null }),
})
