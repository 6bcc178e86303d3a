import { RULE_SOURCES, RULES, type RuleCode } from '../contract/rules.ts'
import { wordsOf } from '../words/program.ts'

/** What a rule finds, by which thresholds, and where they come from: for the command line and for assistants. */
export function ruleFacts(code: RuleCode) {
  const { kind, sources, thresholds } = RULES[code]
  return {
    rule: code,
    kind,
    ...wordsOf('en').rules[code],
    thresholds,
    sources: sources.map((source) => RULE_SOURCES[source]),
  }
}
