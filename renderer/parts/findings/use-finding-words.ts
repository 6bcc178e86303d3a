import { wordsOf } from '../../../electron/words/index.ts'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { lastedMs } from '../../../electron/contract/finding-lasting.ts'
import { rulesBeside, withParts } from '../../../electron/contract/finding-parts.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import type { Flag, FindingDetail, FindingState, HoleCause, NotEvaluated, RuleCode } from '../../../electron/contract/rules.ts'
import { visitTongue } from '../../../electron/contract/visit-text.ts'
import { useArchiveNames } from '../../stores/words/archives.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useProgram } from '../../stores/program.ts'
import { useMeasures } from './measures.ts'
import { findingParts } from './parts.ts'
import { findingSentence, type SentenceWords } from './sentence.ts'

/** Words for findings: rules, flags, states, causes, and each finding as a sentence. */
export function useFindingWords() {
  const { t, te, tm } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const format = useFormat()
  const { archiveName } = useArchiveNames()
  const measures = useMeasures()

  const ruleText = (rule: RuleCode) => wordsOf(program.language).rules[rule]
  const ruleName = (rule: RuleCode) => ruleText(rule).name
  const archiveOf = (code: string) => archiveName(code)
  const channelOf = (code: string) => (te(`channel.${code}`) ? t(`channel.${code}`) : code)

  /** Templates lie under the numbers '1', '2', …: vue-i18n would read a list another way. */
  function templates(rule: RuleCode, detail: FindingDetail | null): string[] {
    const key = detail === null ? `findings.said.${rule}` : `findings.said.${rule}.${detail}`
    if (!te(key) && !te(`${key}.1`)) return []
    const found: unknown = tm(key)
    if (typeof found !== 'object' || found === null) return []
    return Object.entries(found)
      .filter(([name, text]) => /^\d$/.test(name) && typeof text === 'string')
      .map(([, text]) => String(text))
  }
  const tongue = computed(() => visitTongue(program.language, format.zone.value, program.nowMs))
  const words: SentenceWords = {
    templates,
    parts: (finding) =>
      findingParts(finding, {
        nowMs: program.nowMs,
        archive: archiveOf,
        channel: channelOf,
        measured: measures.measured,
        duration: format.duration,
        dateTime: format.dateTime,
        day: tongue.value.day,
      }),
    name: ruleName,
    withVolume: (text, m3) => t('findings.tail', { text, m3 }),
  }

  /** The subject of a finding: '' for the station as a whole. */
  function subjectOf({ archiveType, channelVarname }: Pick<FindingRow, 'archiveType' | 'channelVarname'>): string {
    return [archiveType === null ? null : archiveOf(archiveType), channelVarname === null ? null : channelOf(channelVarname)]
      .filter((part) => part !== null)
      .join(' · ')
  }
  return {
    ...measures,
    ruleName,
    ruleText,
    subjectOf,
    channelOf,
    flagName: (flag: Flag) => t(`findings.flag.${flag}`),
    stateName: (state: FindingState) => t(`findings.state.${state}`),
    detailName: (detail: FindingDetail) => t(`findings.detail.${detail}`),
    causeName: (cause: HoleCause) => t(`findings.cause.${cause}`),
    whyText: (why: NotEvaluated) => t(`findings.why.${why}`),
    /** The sentence, with the names of the rules that tell of the same. */
    sentence(finding: FindingRow): string {
      const text = findingSentence(finding, words)
      const beside = rulesBeside(finding).map(ruleName)
      return beside.length === 0 ? text : t('findings.with', { text, rules: beside.join(', ') })
    },
    /** The other rules, each with a sentence of its own. */
    partsOf: (finding: FindingRow): string[] =>
      withParts(finding)
        .slice(1)
        .map((part) => `${ruleName(part.rule)}: ${findingSentence(part, words)}`),
    /** How long it lasted, or has so far; '—' where its rule does not say. */
    lastingOf(finding: FindingRow): string {
      const lasted = lastedMs(finding, program.nowMs)
      return lasted === null ? '—' : format.duration(lasted)
    },
    measureOf: ({ measure, unit }: FindingRow) => (measure === null ? '—' : measures.measured(measure, unit)),
    thresholdOf: ({ threshold, unit }: FindingRow) => (threshold === null ? '—' : measures.measured(threshold, unit)),
  }
}
