import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { DIGEST_KINDS, type DigestKind } from '../../../electron/contract/digest-words.ts'
import type { DigestLine } from '../../../electron/contract/digest.ts'
import { digestSpan, digestStation, digestText, moreText } from '../../../electron/contract/digest-text.ts'
import { visitTongue, type VisitTongue } from '../../../electron/contract/visit-text.ts'
import { wordsOf } from '../../../electron/words/index.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { client, toFailure } from '../../client.ts'
import { DIGEST } from '../../places/digest.ts'
import { useNotices } from '../../stores/notices.ts'
import { useProgram } from '../../stores/program.ts'
import { useQuestion } from '../../stores/question.ts'
import { useFormat } from '../../stores/words/format.ts'

/** A row: a line, or how many more there are of a kind. */
export interface DigestRow {
  key: string
  kind: DigestKind
  line: DigestLine | null
  station: string
  text: string
  m3: number | null
}

/** What is new since the last look, in words; and the look itself. */
export function useDigest() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const notices = useNotices()
  const format = useFormat()
  const { parts, says, clear } = useAddressState(DIGEST)
  const { kinds, run } = parts
  const { data, failure, busy, reload } = useQuestion(
    (signal) => (run.value === null ? client.digest.news(undefined, { signal }) : client.digest.ofRun({ runId: run.value }, { signal })),
    {
      sources: () => run.value,
      topics: ['findings', 'settings', 'readings', 'notes', 'stations', 'limits', 'clocks', 'digest'],
      everyMs: 10_000,
    },
  )
  const words = computed(() => wordsOf(program.language).digest)
  const tongue = computed<VisitTongue>(() => ({
    ...visitTongue(program.language, format.zone.value, data.value?.atMs ?? program.nowMs),
    number: (value, decimals) => format.number(value, decimals),
  }))
  const isShown = (kind: DigestKind) => kinds.value.length === 0 || kinds.value.includes(kind)
  const rows = computed((): DigestRow[] =>
    (data.value?.kinds ?? [])
      .filter(({ kind }) => isShown(kind))
      .flatMap((part) => {
        const { kind, lines } = part
        const more = moreText(part, program.language)
        const told = lines.map((line, at): DigestRow => ({
          key: `${kind} ${at}`,
          ...{ kind, line, m3: line.m3, station: digestStation(line), text: digestText(line, tongue.value) },
        }))
        return more === '' ? told : [...told, { key: `${kind} more`, kind, line: null, station: '', text: more, m3: null }]
      }),
  )
  const choices = computed(() => {
    const totals = new Map(data.value?.kinds.map(({ kind, total }) => [kind, total]))
    return DIGEST_KINDS.map((key) => ({ key, label: words.value.kind[key], count: totals.get(key) ?? 0 }))
  })
  /** All that is new, of the kinds that are listed, the lines that are but counted among them. */
  const total = computed(() => (data.value?.kinds ?? []).reduce((sum, one) => sum + (isShown(one.kind) ? one.total : 0), 0))
  const span = computed(() => (data.value ? digestSpan(data.value, tongue.value) : ''))

  async function say(atMs: number | null): Promise<number | null> {
    const before = await client.digest.looked({ atMs })
    await reload()
    return before
  }
  /** Somebody has looked at what is on the screen: what came meanwhile stays new. */
  async function looked(): Promise<void> {
    if (!data.value) return
    try {
      const before = await say(data.value.atMs)
      notices.add({ kind: 'done', key: 'digest.done', undo: () => void say(before).catch(tell) })
    } catch (error) {
      tell(error)
    }
  }
  const tell = (error: unknown) => notices.add({ kind: 'failure', failure: toFailure(error) })

  return {
    ...{ data, failure, busy, reload, rows, choices, total, span, kinds, run, words, looked, t },
    active: computed(() => says('kinds')),
    clear: () => clear('kinds'),
  }
}
