import { wordsOf } from '../../../../electron/words/index.ts'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../../electron/contract/called.ts'
import { RULE_CODES } from '../../../../electron/contract/rules.ts'
import { FACET_WORDS, type StationFacet } from '../../../../electron/contract/station-facets.ts'
import { useProgram } from '../../../stores/program.ts'
import { useTree, type TreeNode } from '../../../stores/tree.ts'

const isJudged = (by: StationFacet): boolean => by in FACET_WORDS

/** The names of the facets and their values. */
export function useFacetNames() {
  const { t } = useI18n({ useScope: 'global' })
  const tree = useTree()
  const program = useProgram()

  /** Names of providers and consumers, for values that come without theirs. */
  const names = computed(() => {
    const found = { provider: new Map<number, string>(), consumer: new Map<number, string>() }
    const visit = ({ kind, id, name, children }: TreeNode): void => {
      if (kind !== 'all' && id !== null) found[kind].set(id, name)
      children.forEach(visit)
    }
    tree.roots.forEach(visit)
    return found
  })

  function valueName(by: StationFacet, value: string, name: string | null = null): string {
    if (isJudged(by)) return t(`facets.of.${by}.${value}`)
    if (by === 'finding') {
      const rule = RULE_CODES.find((code) => code === value)
      return rule ? wordsOf(program.language).rules[rule].name : t('facets.none.finding')
    }
    if (by !== 'provider' && by !== 'consumer') return value === '' ? t('facets.absent') : value
    if (value === '') return t(`facets.none.${by}`)
    return calledBy(name ?? names.value[by].get(Number(value)) ?? null, Number(value))
  }
  return { facetName: (by: StationFacet) => t(`facets.name.${by}`), valueName }
}
