import { useI18n } from 'vue-i18n'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import type { MenuEntry } from '../../components/grid/menu/entries.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useFindings } from '../../stores/findings.ts'
import { isInDialog, isInField } from '../../components/keys/shortcuts.ts'
import { useKeyReader, useWindowKeys } from '../../components/keys/use-keys.ts'

const MARKS = ['seen', 'explained', 'wrong', 'none'] as const
type Wanted = (typeof MARKS)[number]
const KEYS: Readonly<Record<Wanted, string>> = { seen: 'S', explained: 'E', wrong: 'X', none: 'U' }

/**
 * Marks findings by keyboard (S, E, X, U; Ctrl+Z takes back) and by the menu of a row.
 * @param chosen what is marked: the selected findings, or the current one
 */
export function useMarking(chosen: () => Promise<readonly FindingRow[]>, count: () => number) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const findings = useFindings()

  async function mark(wanted: Wanted, rows?: readonly FindingRow[]): Promise<void> {
    const of = rows ?? (await chosen())
    if (of.length === 0) return
    if (wanted === 'explained') findings.explain(of)
    else await findings.mark(of, wanted === 'none' ? null : wanted)
  }
  const isNoMark = (wanted: Wanted, row: FindingRow) => row.state === (wanted === 'none' ? 'new' : wanted)

  /** Menu entries for the row alone, or for all selected rows when it is one of them. */
  function entriesOf(row: FindingRow, isSelected: boolean): MenuEntry[] {
    const many = isSelected && count() > 1
    return MARKS.map((wanted, at) => ({
      id: `mark-${wanted}`,
      label: many ? t(`findings.mark.${wanted}Many`, { n: format.number(count()) }) : t(`findings.mark.${wanted}`),
      keys: KEYS[wanted],
      divided: at === 0,
      disabled: !many && wanted !== 'explained' && isNoMark(wanted, row),
      run: () => mark(wanted, many ? undefined : [row]),
    }))
  }

  const marks = Object.fromEntries(MARKS.map((wanted) => [wanted, () => mark(wanted)]))
  const pressed = useKeyReader('findings', { ...marks, undo: findings.undo })
  useWindowKeys((event) => {
    if (event.defaultPrevented) return
    if (event.code === 'KeyZ' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isInField(event) && !isInDialog(event)) {
      if (findings.undo()) event.preventDefault()
      return
    }
    const key = pressed(event)
    if (key !== 'seen' && key !== 'explained' && key !== 'wrong' && key !== 'none') return
    event.preventDefault()
    void mark(key)
  })
  return { mark, entriesOf }
}
